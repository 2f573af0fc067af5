#!/usr/bin/env python3
"""Measures the compiler of catalogs beside the installed reference and prints a table.

    tools/bench_catalog.py [NAME...]         all scenarios when none is named
    tools/bench_catalog.py --sizes 1,4,16,64 --alone plain

The scenarios are those of the reference's own benchmarks (named alike where there is one) and more,
each as an environment in a temporary directory, at 1, 4 and 16 times its size. Both compile in
process: time goes from a fresh environment, whose files are read and parsed, to the finished catalog.
The first compilation of the process is not counted. "n^" is the exponent of growth from the smallest
size to the largest, so that 1.0 is linear; "KB" is how much the process grew for each resource while
the environment and the catalog stayed in memory. "!" marks catalogs of different size. Where Ruby
finds no `puppet`, its columns stay empty; where it takes too long (--patience), its time does.
"""
import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = ("cargo", "build", "-q", "-p", "pupa-compiler", "--example", "bench_catalog")


def lines(template, count):
    """A line for each number, with the number in place of `#`."""
    return "".join(template.replace("#", str(i)) + "\n" for i in range(count))


def plain(n):
    return {"manifests/site.pp": lines(
        "file { '/srv/f#': ensure => file, owner => 'root', group => 'root', mode => '0644', content => 'text #' }", n)}


def arrays(n):
    titles = ", ".join(f"'/srv/f{i}'" for i in range(n))
    return {"manifests/site.pp": f"file {{ [{titles}]: ensure => file, owner => 'root', mode => '0644' }}\n"}


def loop(n):
    return {"manifests/site.pp":
            f"Integer[1, {n}].each |$i| {{ file {{ \"/srv/f${{i}}\": ensure => file, mode => '0644', content => \"number ${{i}}\" }} }}\n"}


def defined_types(n):
    files = {f"modules/module{i}/manifests/testing.pp":
             f"define module{i}::testing {{ notify {{ \"in module{i}: ${{title}}\": }} }}\n" for i in range(n // 4)}
    files["manifests/site.pp"] = lines("module#::testing { 'first': }\nmodule#::testing { 'second': }", n // 4)
    return files


def typed_defines(n):
    return {
        "modules/app/manifests/vhost.pp":
            "define app::vhost(Integer[1, 65535] $port, String $owner = 'root', Optional[String] $note = undef,\n"
            "  Enum['present', 'absent'] $ensure = present) {\n"
            "  file { \"/srv/${title}\": ensure => $ensure, owner => $owner, content => \"port ${port} ${note}\" }\n}\n",
        "manifests/site.pp": lines("app::vhost { 'host#': port => 8080, note => 'n#' }", n // 2),
    }


def nested_defines(n):
    return {
        "modules/app/manifests/outer.pp": "define app::outer($mode) { app::inner { \"${title}-a\": mode => $mode }\n"
                                          "  app::inner { \"${title}-b\": mode => $mode } }\n",
        "modules/app/manifests/inner.pp": "define app::inner($mode) { file { \"/srv/${title}\": mode => $mode } }\n",
        "manifests/site.pp": lines("app::outer { 'o#': mode => '0600' }", n // 5),
    }


def missing_type_caching(n):
    files = {f"modules/mymodule_{i}/manifests/init.pp": f"class mymodule_{i} {{ }}\n" for i in range(n // 2)}
    files["modules/testmodule/manifests/init.pp"] = "define testmodule { notify { \"in testmodule: ${title}\": } }\n"
    files["manifests/site.pp"] = "if true {\n" + lines("testmodule { 'foo#': }", n // 2) + "}\n"
    return files


def autoloaded_classes(n):
    files = {f"modules/app/manifests/c{i}.pp": f"class app::c{i} {{ notify {{ 'c{i}': }} }}\n" for i in range(n // 2)}
    files["manifests/site.pp"] = lines("include app::c#", n // 2)
    return files


def many_modules(n):
    files, modules = {}, max(1, n // 25)
    for i in range(modules):
        base, names = f"modules/module{i}/manifests", ["internal"] + [f"role{j}" for j in range(11)]
        files[f"{base}/init.pp"] = f"class module{i} {{\n" + "".join(
            f"class {{ 'module{i}::{name}': }}\n" for name in names) + "}\n"
        for name in names:
            files[f"{base}/{name}.pp"] = f"class module{i}::{name} {{ notify {{ 'module{i}::{name}': }} }}\n"
    files["manifests/site.pp"] = lines("include module#", modules)
    return files


def virtual_collection(n):
    return {"manifests/site.pp": lines("@notify { 'name#': }", n) + lines("Notify <| title == 'name#' |>", n)}


def tag_collectors(n):
    groups = max(1, n // 4)
    return {"manifests/site.pp": "".join(f"@notify {{ 'name{i}': tag => 'group{i % groups}' }}\n" for i in range(n))
            + lines("Notify <| tag == 'group#' |>", groups)}


def attribute_collectors(n):
    groups = max(1, n // 4)
    return {"manifests/site.pp": "".join(f"@notify {{ 'name{i}': message => 'text {i % groups}' }}\n" for i in range(n))
            + lines("Notify <| message == 'text #' |>", groups)}


def collector_overrides(n):
    return {"manifests/site.pp": lines("@file { '/srv/f#': ensure => file, mode => '0644', tag => 'all' }", n)
            + "File <| tag == 'all' |> { mode => '0600', owner => 'root' }\n"}


def arrows_to_one(n):
    return {"manifests/site.pp": lines("file { '/srv/f#': }", n - 1) + "service { 's': }\nFile <| |> -> Service <| |>\n"}


def arrows_from_one(n):
    return {"manifests/site.pp": lines("file { '/srv/f#': }", n - 1) + "package { 'p': }\nPackage <| |> -> File <| |>\n"}


def arrows_many(n):
    groups = max(1, n // 6)
    return {"manifests/site.pp": "".join(
        f"file {{ ['/a{i}', '/b{i}', '/c{i}']: tag => 'g{i}' }}\nservice {{ ['a{i}', 'b{i}', 'c{i}']: tag => 'g{i}' }}\n"
        f"File <| tag == 'g{i}' |> ~> Service <| tag == 'g{i}' |>\n" for i in range(groups))}


def realize(n):
    return {"manifests/site.pp": lines("@user { 'u#': ensure => present }", n) + lines("realize(User['u#'])", n)}


def create_resources(n):
    entries = lines("  '/srv/f#' => { 'ensure' => 'file', 'content' => 'text #', 'mode' => '0600' },", n)
    return {"manifests/site.pp": f"$files = {{\n{entries}}}\ncreate_resources('file', $files, {{ 'owner' => 'root' }})\n"}


def resource_defaults(n):
    return {
        "modules/app/manifests/init.pp":
            "class app { File { owner => 'root', group => 'root' }\n  include app::part\n}\n",
        "modules/app/manifests/part.pp":
            "class app::part { File { mode => '0644' }\n" + lines("  file { '/srv/f#': ensure => file }", n) + "}\n",
        "manifests/site.pp": "include app\n",
    }


def overrides(n):
    return {
        "modules/app/manifests/init.pp": "class app {\n" + lines("  file { '/srv/f#': mode => '0600' }", n) + "}\n",
        "modules/app/manifests/open.pp":
            "class app::open inherits app {\n" + lines("  File['/srv/f#'] { mode => '0644', owner +> 'root' }", n) + "}\n",
        "manifests/site.pp": "include app::open\n",
    }


def chains(n):
    arrows = "".join(f"Notify['n{i}'] -> Notify['n{i + 1}']\n" for i in range(n - 1))
    return {"manifests/site.pp": lines("notify { 'n#': }", n) + arrows}


def metaparameters(n):
    return {"manifests/site.pp": "file { '/srv': ensure => directory }\nservice { 's': ensure => running }\n" + lines(
        "file { '/srv/f#': ensure => file, require => File['/srv'], notify => Service['s'], tag => ['a', 'b'] }", n - 2)}


def fq_var_lookup(n):
    params = "class tst::params { $basedir = '/tmp/tst'\n $user = 'tstusr'\n $ugroup = 'tstugroup' }\n"
    files = lines("  file { \"${tst::params::basedir}/file_#\": ensure => file, content => \"This is a test file.\\n\",\n"
                  "    owner => $tst::params::user, group => $tst::params::ugroup, require => File[$tst::params::basedir] }", n)
    return {"modules/tst/manifests/params.pp": params,
            "modules/tst/manifests/badclass.pp": "class tst::badclass {\n  include tst::params\n"
                "  file { $tst::params::basedir: ensure => directory }\n" + files + "}\n",
            "manifests/site.pp": "include tst::badclass\n"}


def dependency_loading(n):
    files, modules = {}, n // 2
    for i in range(modules):
        other = (i + 1) % modules
        files[f"modules/module{i}/manifests/init.pp"] = (
            f"class module{i} {{ $v = module{other}::f()\n  notify {{ \"module{i} ${{v}}\": }} }}\n")
        files[f"modules/module{i}/functions/f.pp"] = f"function module{i}::f() {{ 'from {i}' }}\n"
    files["manifests/site.pp"] = lines("include module#", modules)
    return files


def full_catalog(n):
    """Roles and profiles: what real environments are made of."""
    files, apps = {}, max(1, n // 16)
    for i in range(apps):
        base = f"modules/app{i}/manifests"
        files[f"{base}/init.pp"] = (
            f"class app{i}(String $user = 'app{i}', Integer $port = {8000 + i}, Boolean $manage = true) {{\n"
            f"  contain app{i}::install\n  contain app{i}::config\n  contain app{i}::service\n"
            f"  Class['app{i}::install'] -> Class['app{i}::config'] ~> Class['app{i}::service']\n}}\n")
        files[f"{base}/install.pp"] = (
            f"class app{i}::install {{\n  if $app{i}::manage {{ package {{ ['app{i}', 'app{i}-data']: ensure => installed }} }}\n"
            f"  user {{ $app{i}::user: ensure => present, home => \"/srv/${{app{i}::user}}\" }}\n}}\n")
        files[f"{base}/config.pp"] = (
            f"class app{i}::config {{\n  File {{ owner => $app{i}::user, mode => '0640' }}\n"
            f"  file {{ '/etc/app{i}': ensure => directory }}\n"
            f"  ['main', 'extra', 'local'].each |$name| {{\n    app{i}::snippet {{ $name: port => $app{i}::port }}\n  }}\n}}\n")
        files[f"{base}/snippet.pp"] = (
            f"define app{i}::snippet(Integer $port, String $order = '10') {{\n"
            f"  file {{ \"/etc/app{i}/${{order}}-${{name}}.conf\":\n    ensure => file,\n"
            f"    content => \"listen ${{port}}\\nname ${{name}}\\nhost ${{facts['networking']['fqdn']}}\\n\",\n  }}\n}}\n")
        files[f"{base}/service.pp"] = (
            f"class app{i}::service {{ service {{ 'app{i}': ensure => running, enable => true }} }}\n")
    files["modules/role/manifests/server.pp"] = "class role::server {\n" + lines("  include app#", apps) + "}\n"
    files["manifests/site.pp"] = "node default { include role::server }\n"
    return files


def empty_catalog(_):
    return {"manifests/site.pp": "notice('hello world')\n"}


SCENARIOS = {function.__name__: (function, size) for function, size in [
    (plain, 250), (arrays, 250), (loop, 250), (defined_types, 240), (typed_defines, 250), (nested_defines, 250),
    (missing_type_caching, 250), (autoloaded_classes, 200), (many_modules, 200), (full_catalog, 256),
    (dependency_loading, 200), (fq_var_lookup, 250), (virtual_collection, 200), (tag_collectors, 200),
    (attribute_collectors, 200), (collector_overrides, 250), (arrows_to_one, 250), (arrows_from_one, 250),
    (arrows_many, 240), (realize, 250), (create_resources, 250), (resource_defaults, 250), (overrides, 250),
    (chains, 250), (metaparameters, 250), (empty_catalog, 1),
]}


def generate(root, name, times):
    """Writes the environment of a scenario; its directory."""
    function, size = SCENARIOS[name]
    directory = os.path.join(root, f"{name}_{times}")
    for path, text in function(size * times).items():
        path = os.path.join(directory, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    os.makedirs(os.path.join(directory, "modules"), exist_ok=True)
    return directory


def measure(command, directories, patience):
    """Seconds, resources and bytes of growth by directory, as a program reports them."""
    environment = dict(os.environ, PATIENCE=str(patience))
    run = subprocess.run(command, input="\n".join(directories), stdout=subprocess.PIPE, text=True, env=environment,
                         check=False)
    answers = {}
    for line in run.stdout.splitlines():
        directory, seconds, resources, growth = line.split("\t")
        if seconds == "error":
            print(f"{os.path.basename(directory)}: {resources}", file=sys.stderr)
        elif seconds:
            answers[directory] = (float(seconds), int(resources), int(growth))
    return answers


def exponent(results):
    """How time grows with the number of resources, from the first size to the last."""
    if len(results) < 2 or results[0][1] == results[-1][1]:
        return ""
    (first, few, _), (last, many, _) = results[0], results[-1]
    return f"{math.log(last / first) / math.log(many / few):.2f}"


def cells(answer):
    """The seconds and the growth for each resource, as text."""
    if answer is None:
        return "", ""
    seconds, resources, growth = answer
    return f"{seconds * 1000:.2f}", f"{growth / max(1, resources) / 1024:.2f}"


def print_table(names, sizes, directories, theirs, ours):
    row = "{:22}{:>6}{:>10} {:>12}{:>11}{:>8}{:>8}{:>8}{:>9}{:>9}"
    print(row.format("scenario", "times", "resources", "puppet ms", "pupa ms", "ratio", "n^ ref", "n^", "KB ref", "KB"))
    for name in names:
        of_name = [directories[name, times] for times in sizes]
        growth = [exponent([side[one] for one in of_name if one in side]) for side in (theirs, ours)]
        for times, directory in zip(sizes, of_name):
            their, our = theirs.get(directory), ours.get(directory)
            count = str(our[1]) if our else "?"
            if their and our and their[1] != our[1]:
                count += "!"
            ratio = f"{their[0] / our[0]:.0f}" if their and our else ""
            last = growth if times == sizes[-1] else ["", ""]
            (their_time, their_size), (our_time, our_size) = cells(their), cells(our)
            print(row.format(name, times, count, their_time, our_time, ratio, *last, their_size, our_size))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--sizes", default="1,4,16", help="how many times the size of a scenario")
    parser.add_argument("--patience", type=int, default=120, help="seconds for one compilation of the reference")
    parser.add_argument("--alone", action="store_true", help="leave the reference out")
    parser.add_argument("--dist", action="store_true", help="measure a build with full optimisation")
    parser.add_argument("--keep", metavar="DIR", help="write the environments there and keep them")
    options = parser.parse_args()
    names = options.names or list(SCENARIOS)
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        parser.error(f"no scenario {unknown[0]}; there are {', '.join(SCENARIOS)}")
    sizes = [int(size) for size in options.sizes.split(",")]
    subprocess.run([*BINARY, *(["--profile", "dist"] if options.dist else [])], cwd=ROOT, check=True)
    profile = "dist" if options.dist else "debug"
    binary = os.path.join(ROOT, "target", profile, "examples", "bench_catalog")
    root = options.keep or tempfile.mkdtemp(prefix="bench-catalog-")
    try:
        directories = {(name, times): generate(root, name, times) for name in names for times in sizes}
        asked = list(directories.values())
        ours = measure([binary], asked, options.patience)
        theirs = {}
        if not options.alone and shutil.which("ruby"):
            script = os.path.join(ROOT, "tools", "bench_catalog.rb")
            theirs = measure(["ruby", script], asked, options.patience)
        print_table(names, sizes, directories, theirs, ours)
    finally:
        if not options.keep:
            shutil.rmtree(root)


if __name__ == "__main__":
    main()
