# Changes of the environment.
def message
  yield
rescue StandardError => e
  [e.class, e.message]
end

ENV.replace('A' => '1', 'B' => '2', 'C' => '3')
ENV['D'] = '4'
p ENV.to_h, ENV['D'], ENV.key?('D'), ENV.fetch('D')
p (ENV['D'] = nil)
p ENV['D'], ENV.to_h
p ENV.delete('C'), ENV.delete('C'), ENV.delete('C') { |name| "no #{name}" }
p ENV.store('E', 'five')
p ENV.update('A' => 'one', 'F' => '6').equal?(ENV)
p ENV.to_h
p ENV.update({ 'A' => 'x' }) { |_name, old, new| old + new }['A']
p ENV.reject! { |name, _| name == 'F' }.equal?(ENV), ENV.reject! { false }
p ENV.delete_if { |_, value| value == '2' }.equal?(ENV), ENV.to_h
p ENV.select! { |_, value| value != 'five' }.equal?(ENV), ENV.keys
p ENV.shift, ENV.to_h
p ENV.clear.equal?(ENV), ENV.empty?
p message { ENV['X'] = 5 }
p message { ENV[5] = 'X' }
p message { ENV['X'] = "a\0b" }
p message { ENV['a=b'] = 'x' }
p message { ENV[''] = 'x' }
p ENV.to_h
