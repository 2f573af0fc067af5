#!/usr/bin/env python3
"""Times catalogs of real modules: Pupa beside the reference, in one run.

    tools/bench_modules.py [NAME...] --modules DIR [--pupa target/dist/pupa] [--rounds 5] [--alone]

`apache`: 50 virtual hosts; `openstack`: keystone, nova and neutron; `site`: 1,000 nodes of an environment
with functions of stdlib, templates in ERB and EPP, and data. DIR holds the modules (Debian's packages for
the first two). Pupa is a process from files to JSON; its best wall and CPU times are shown. The
reference's are CPU times inside a process that has Puppet loaded, which favours it.
"""
import argparse
import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)

APACHE = """class { 'apache': default_vhost => false, mpm_module => 'event' }
include apache::mod::rewrite
include apache::mod::ssl
Integer[1, 50].each |$i| {
  apache::vhost { "site${i}.example.com":
    port            => 8000 + $i,
    docroot         => "/var/www/site${i}",
    manage_docroot  => true,
    serveraliases   => ["www.site${i}.example.com"],
    directories     => [{ 'path' => "/var/www/site${i}", 'allow_override' => ['None'], 'options' => ['Indexes'] }],
    rewrites        => [{ 'rewrite_rule' => ['^/old(.*)$ /new$1 [R=301,L]'] }],
    access_log_file => "site${i}_access.log",
    headers         => ['set X-Frame-Options DENY'],
  }
}
"""

OPENSTACK = """class { 'keystone::db': database_connection => 'mysql+pymysql://keystone:x@192.0.2.1/keystone' }
class { 'keystone::logging': debug => true }
class { 'keystone': }
class { 'nova::db':
  database_connection     => 'mysql+pymysql://nova:x@192.0.2.1/nova',
  api_database_connection => 'mysql+pymysql://nova:x@192.0.2.1/nova_api',
}
class { 'nova': default_transport_url => 'rabbit://n:p@192.0.2.2:5672/' }
class { 'nova::keystone::authtoken': password => 'p' }
class { 'nova::api': }
class { 'nova::conductor': }
class { 'nova::scheduler': }
class { 'nova::compute::libvirt': }
class { 'neutron::db': database_connection => 'mysql+pymysql://neutron:x@192.0.2.1/neutron' }
class { 'neutron': default_transport_url => 'rabbit://n:p@192.0.2.2:5672/' }
class { 'neutron::keystone::authtoken': password => 'p' }
class { 'neutron::server': }
class { 'neutron::agents::dhcp': }
class { 'neutron::agents::l3': }
class { 'neutron::agents::metadata': shared_secret => 's' }
class { 'neutron::plugins::ml2': }
class { 'neutron::agents::ml2::ovs': }
"""

SITE = {
    "manifests/site.pp": "node default { include role::web }\n",
    "hiera.yaml": "version: 5\nhierarchy:\n  - { name: os, path: '%{facts.os.family}.yaml' }\n  - { name: common, path: common.yaml }\n",
    "data/common.yaml": "profile::base::packages: [curl, vim, tmux]\nprofile::web::options: { gzip: 'on', workers: 4 }\n"
    "lookup_options:\n  profile::web::options: { merge: deep }\n",
    "data/Debian.yaml": "profile::web::options: { user: www-data }\n",
    "modules/role/manifests/web.pp": "class role::web { include profile::base include profile::web }\n",
    "modules/profile/manifests/base.pp": """class profile::base(Array[String] $packages = [], Hash $more = {}) {
  ensure_packages(unique($packages + any2array('less')))
  $settings = merge({ 'name' => $facts['networking']['fqdn'] }, $more, { 'kernel' => pick($facts['kernel'], 'none') })
  file { '/etc/motd': content => template('profile/motd.erb') }
  file { '/etc/settings.json': content => to_json($settings) }
  $settings.each |$name, $value| {
    file_line { "setting ${name}": path => '/etc/settings', line => join([$name, $value], '=') }
  }
}
""",
    "modules/profile/manifests/web.pp": """class profile::web(Hash $options = {}) {
  Integer[1, 10].each |$number| { profile::site { "site${number}": port => 8000 + $number, options => $options } }
}
""",
    "modules/profile/manifests/site.pp": """define profile::site(Integer $port, Hash $options = {}) {
  $names = suffix([$title, "www.${title}"], '.example.com')
  $all = deep_merge($options, { 'port' => $port })
  file { "/etc/sites/${title}.conf": content => epp('profile/site.conf.epp', { 'names' => $names, 'options' => $all }) }
  file { "/etc/sites/${title}.ini": content => template('profile/site.ini.erb') }
  ensure_resource('file', "/srv/${title}", { 'ensure' => 'directory' })
}
""",
    "modules/profile/templates/motd.erb": "<%= @facts['networking']['fqdn'] %>\n<% @packages.sort.each do |name| -%>\n- <%= name %>\n<% end -%>\n",
    "modules/profile/templates/site.ini.erb": "[<%= @title %>]\n<% @all.sort.each do |key, value| -%>\n<%= key %> = <%= value %>\n<% end -%>\n",
    "modules/profile/templates/site.conf.epp": "<%- | Array $names, Hash $options | -%>\nserver_name <%= join($names, ' ') %>;\n"
    "<% $options.each |$key, $value| { -%>\n<%= $key %> <%= $value %>;\n<% } -%>\n",
}


class Scenario:
    def __init__(self, files, nodes, goal):
        self.files, self.nodes, self.goal = files, nodes, goal


SCENARIOS = {
    "apache": Scenario({"manifests/site.pp": APACHE}, 1, "0.040 s"),
    "openstack": Scenario({"manifests/site.pp": OPENSTACK}, 1, "0.030 s"),
    "site": Scenario(SITE, 1000, "6 s"),
}


def write(directory, files):
    for name, text in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)


def pupa_times(options, directory, facts, nodes):
    """The best wall and CPU seconds, and the number of resources of all catalogs."""
    top = os.path.dirname(directory)
    names = os.path.join(top, "nodes.txt")
    with open(names, "w", encoding="utf-8") as out:
        out.writelines(node + "\n" for node in nodes)
    output = os.path.join(top, "catalogs")
    command = [options.pupa, "compile", "--environment-dir", directory, "--modulepath", ":".join(options.modules),
               "--facts", facts, "--nodes-from", names, "--strict", "warning", "--no-strict-variables",
               "--output", output]  # fmt: skip
    best = None
    for _ in range(options.rounds):
        shutil.rmtree(output, ignore_errors=True)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if run.returncode != 0:
            sys.exit("%s\n%s" % (shlex.join(command), run.stderr[-2000:]))
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = (wall, cpu) if best is None else (min(best[0], wall), min(best[1], cpu))
    return best


def reference_times(options, directory, facts, nodes):
    with open(facts, encoding="utf-8") as text:
        request = {"directory": directory, "modulepath": options.modules, "facts": json.load(text), "nodes": nodes[:20]}
    command = [*shlex.split(options.reference), os.path.join(HERE, "bench_modules.rb")]
    run = subprocess.run(command, input=json.dumps(request) + "\n", capture_output=True, text=True)
    answer = json.loads(run.stdout)
    if "error" in answer:
        sys.exit(answer["error"])
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--modules", required=True, type=lambda text: [os.path.abspath(p) for p in text.split(":")])
    parser.add_argument("--pupa", default=os.path.join(ROOT, "target", "dist", "pupa"))
    parser.add_argument("--reference", default="ruby -W0", help="the command that runs Ruby")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--alone", action="store_true", help="don't ask the reference")
    options = parser.parse_args()
    with open(os.path.join(ROOT, "tests", "data", "facts", "debian-12.json"), encoding="utf-8") as text:
        facts = json.load(text)["facts"]
    print("%-12s %6s %10s %10s %8s %12s %8s" % ("environment", "nodes", "pupa wall", "pupa cpu", "goal", "reference", "ratio"))
    for name in options.names or SCENARIOS:
        scenario = SCENARIOS[name]
        with tempfile.TemporaryDirectory() as top:
            directory = os.path.join(top, "production")
            os.makedirs(os.path.join(directory, "modules"))
            write(directory, scenario.files)
            with open(os.path.join(top, "facts.json"), "w", encoding="utf-8") as out:
                json.dump(facts, out)
            nodes = ["node%d.example.com" % number for number in range(scenario.nodes)]
            wall, cpu = pupa_times(options, directory, os.path.join(top, "facts.json"), nodes)
            line = "%-12s %6d %8.3f s %8.3f s %8s" % (name, len(nodes), wall, cpu, scenario.goal)
            if not options.alone:
                times = reference_times(options, directory, os.path.join(top, "facts.json"), nodes)
                total = times["cold"] + (times["warm"] or 0) * (len(nodes) - 1)
                line += " %10.2f s %7.0fx" % (total, total / cpu)
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
