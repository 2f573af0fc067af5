# HTTP requests, which are made and never sent.
require 'net/http'
require 'socket'

request = Net::HTTP::Post.new('/x', 'Accept' => 'a/b')
request.basic_auth('user', 'secret')
request.add_field('X-List', 'a')
request.add_field('X-List', 'b')
request.set_form_data('a b' => '1', 'c' => '&')
p request['accept'], request['Authorization'], request.get_fields('x-list'), request['X-LIST']
p request.method, request.path, request.body, request.content_type, request.key?('nothing')
http = Net::HTTP.new('localhost', 443)
http.use_ssl = true
p http.use_ssl?, http.address, http.port, http.started?
response = Net::HTTPOK.new('1.1', '200', 'OK')
p response.code, response.msg, response.is_a?(Net::HTTPSuccess), response.value
p Socket.getservbyname('ssh'), Socket.getservbyname('https')
begin
  Socket.getservbyname('nosuch')
rescue SocketError => e
  p e.message
end
