"""Generated hierarchies for `compare_lookup.py`: environments with data, and questions about them.

Every area is a function that makes one hierarchy from a source of randomness: files by path below the
directory of the hierarchy, and questions, each a list of arguments of `lookup` without those that say
where the environment is. The same seed makes the same hierarchies.
"""

import json
import random

import lookup_backends

NODE = "web1.example.com"
FACTS = {
    "os": {"family": "Debian", "name": "Debian", "release": {"major": "12"}},
    "role": "web",
    "sites": ["north", "south"],
    "tiers": {"front": "a", "back": "b"},
    "count": 3,
    "a.b": "dotted",
    "hostname": "web1",
    "domain": "example.com",
    "fqdn": NODE,
    "clientcert": NODE,
}
ENVIRONMENT = "environments/production"
KEYS = ["plain", "list", "tree", "users", "port", "flag", "nothing"]


class Hierarchy:
    """Files and questions under construction."""

    def __init__(self, area, rng):
        self.area = area
        self.rng = rng
        self.files = {"facts.yaml": to_yaml(FACTS), f"{ENVIRONMENT}/environment.conf": "modulepath = modules\n"}
        self.questions = []

    def env(self, path, text):
        """A file of the environment; other values than strings are written as YAML."""
        self.files[f"{ENVIRONMENT}/{path}"] = text if isinstance(text, str) else to_yaml(text)

    def ask(self, *keys, **options):
        """A question: keys, and options by name; `True` for those without a value."""
        args = list(keys)
        for name, value in options.items():
            name = "--" + name.replace("_", "-")
            # A bare `--` would end the options, to the part of the reference that reads settings.
            args += [name] if value is True else [f"{name}={value}"] if value == "--" else [name, value]
        if args not in self.questions:
            self.questions.append(args)

    def ask_all(self, keys, each=3):
        """Every key alone, and some of the keys with options."""
        for key in keys:
            self.ask(key)
        for key in self.rng.sample(keys, min(each, len(keys))):
            self.ask(key, explain=True)
            self.ask(key, **self.options())

    def options(self):
        """Some options."""
        rng = self.rng
        chosen = rng.choice([
            {"merge": "deep"}, {"merge": "deep"}, {"merge": "unique"}, {"merge": "hash"}, {"merge": "first"},
            {"merge": "deep", "sort_merged_arrays": True}, {"merge": "deep", "merge_hash_arrays": True},
            {"merge": "deep", "knock_out_prefix": "--"}, {"default": "spare"}, {"type": "String"},
            {"type": "Hash[String, Data]"}, {"type": "Array[Integer]"}, {"explain_options": True},
            {"explain": True, "explain_options": True}, {"compile": True}, {},
        ])
        chosen = dict(chosen)
        render = rng.choice([None, None, "json", "yaml", "s"])
        if render:
            chosen["render_as"] = render
        if "merge" in chosen and rng.random() < 0.4:
            chosen["explain"] = True
        return chosen

    def word(self):
        return self.rng.choice(["alpha", "beta", "gamma", "--alpha", "--", "delta"])

    def scalar(self):
        return self.rng.choice([self.word(), self.word(), self.rng.randrange(5), True, False, 1.5, None, "07", "yes"])

    def array(self):
        return [self.scalar() if self.rng.random() < 0.4 else self.word() for _ in range(self.rng.randrange(5))]

    def tree(self, depth=2):
        result = {}
        for name in self.rng.sample(["x", "y", "z", "w"], self.rng.randrange(1, 4)):
            roll = self.rng.random()
            if depth and roll < 0.4:
                result[name] = self.tree(depth - 1)
            elif roll < 0.6:
                result[name] = self.array()
            elif roll < 0.7:
                result[name] = [{"n": self.word(), self.word(): self.scalar()} for _ in range(2)]
            else:
                result[name] = self.scalar()
        return result

    def data(self, keys=KEYS):
        """Data for some of the keys, of the kind that the name says, mostly."""
        made = {
            "plain": self.word, "list": self.array, "tree": self.tree, "users": self.tree,
            "port": lambda: self.rng.randrange(9000), "flag": lambda: self.rng.random() < 0.5,
        }
        result = {}
        for key in keys:
            if key in made and self.rng.random() < 0.7:
                result[key] = made[key]() if self.rng.random() < 0.9 else self.scalar()
        return result


def to_yaml(value):
    """YAML that any reader understands: JSON is YAML, but block style is what people write."""
    return "---\n" + block(value, "") + "\n"


def block(value, indent):
    if isinstance(value, dict) and value:
        return "\n".join(f"{indent}{flow(key)}:{tail(item, indent)}" for key, item in value.items())
    if isinstance(value, list) and value:
        return "\n".join(f"{indent}-{tail(item, indent)}" for item in value)
    return indent + flow(value)


def tail(value, indent):
    if isinstance(value, (dict, list)) and value:
        return "\n" + block(value, indent + "  ")
    return " " + flow(value)


def flow(value):
    return json.dumps(value, ensure_ascii=False)


def config(levels, defaults=None, **more):
    """A `hiera.yaml` of version 5."""
    result = {"version": 5}
    if defaults:
        result["defaults"] = defaults
    result["hierarchy"] = levels
    result.update(more)
    return result


def usual(hierarchy, count=3):
    """A usual hierarchy of some levels with data; gives the names of the files."""
    names = ["nodes/%{trusted.certname}", "os/%{facts.os.family}", "role/%{role}", "common"][-count:]
    hierarchy.env("hiera.yaml", config([{"name": name.split("/")[0], "path": name + ".yaml"} for name in names]))
    return [expanded(name) for name in names]


def expanded(path):
    for name, value in {"%{trusted.certname}": NODE, "%{facts.os.family}": "Debian", "%{role}": "web"}.items():
        path = path.replace(name, value)
    return path


# --- areas ---------------------------------------------------------------------------------------------


def levels(h):
    """Shapes of levels: how they name their files."""
    rng = h.rng
    shapes = [
        {"name": "one", "path": "one.yaml"},
        {"name": "several", "paths": ["os/%{facts.os.family}.yaml", "os/%{facts.os.name}-%{facts.os.release.major}.yaml", "missing.yaml"]},
        {"name": "globbed", "glob": "globbed/*.yaml"},
        {"name": "globs", "globs": ["globs/{a,b}.yaml", "globs/**/deep*.yaml", "none/*.yaml"]},
        {"name": "mapped", "mapped_paths": ["sites", "site", "site/%{site}.yaml"]},
        {"name": "mapped hash", "mapped_paths": ["tiers", "tier", "tier/%{tier.0}-%{tier.1}.yaml"]},
        {"name": "mapped text", "mapped_paths": ["role", "r", "role/%{r}.yaml"]},
        {"name": "elsewhere", "path": "common.yaml", "datadir": "other/%{role}"},
        {"name": "no such fact", "path": "x/%{facts.nope}/%{nope}.yaml"},
        {"name": "%{role} level", "path": "one.yaml", "data_hash": "yaml_data"},
        {"name": "with options", "path": "one.yaml", "options": {"k": "v"}, "data_hash": "yaml_data"},
    ]
    if rng.random() < 0.2:
        shapes.append({"name": "mapped nothing", "mapped_paths": ["no_such", "r", "role/%{r}.yaml"]})
    files = ["one", "os/Debian", "os/Debian-12", "globbed/a", "globbed/b", "globs/a", "globs/b", "globs/x/deep1",
             "site/north", "site/south", "tier/front-a", "tier/back-b", "role/web"]
    defaults = rng.choice([None, {"datadir": "data"}, {"datadir": "hieradata", "data_hash": "yaml_data"}])
    h.env("hiera.yaml", config(rng.sample(shapes, rng.randrange(2, 6)), defaults))
    folder = (defaults or {}).get("datadir", "data")
    for name in files:
        h.env(f"{folder}/{name}.yaml", h.data())
    h.env("other/web/common.yaml", h.data())
    h.ask_all(KEYS)


def interpolation(h):
    """Interpolation in data."""
    names = usual(h, 2)
    texts = {
        "fact": "%{facts.os.family}", "old": "%{::role}-%{role}", "missing": "[%{nope}] [%{facts.nope.deeper}]",
        "env": "%{environment} %{::environment}", "cert": "%{trusted.certname}", "literal": "%{literal('%')}{x} %{literal(\"%\")}",
        "scope": "%{scope('facts.os.name')} %{scope(\"role\")}", "lookup": "<%{lookup('plain')}>", "hiera": "<%{hiera('plain')}>",
        "alias": "%{alias('tree')}", "aliased list": "%{alias('list')}", "bad alias": "x %{alias('tree')}",
        "alias of missing": "%{alias('no_such_key')}", "empty": "a%{}b%{::}c%{''}d", "index": "%{facts.sites.1} %{facts.sites.7}",
        "blank": "%{ role }|%{ lookup( 'plain' ) }", "nested": "%{lookup('%{role}')}", "dots": "%{lookup('tree.x')}",
        "quoted": "%{facts.'a.b'} %{facts.\"a.b\"}", "lookup of missing": "<%{lookup('no_such_key')}>", "hash as text": "%{facts.os}",
        "unknown method": "%{mumble('x')}", "bad syntax": "%{lookup('x'}", "number": "%{facts.count}", "deep lookup": "%{lookup('fact')}/%{lookup('lookup')}",
        "loop": "%{lookup('loop2')}", "loop2": "%{alias('loop')}", "self": "%{lookup('self')}",
        "server": "%{server_facts.environment}", "key %{role}": "interpolated key",
    }
    chosen = h.rng.sample(sorted(texts), 12)
    h.env(f"data/{names[1]}.yaml", {
        "plain": h.word(), "tree": h.tree(), "list": h.array(), "inside": {"%{role}": ["%{facts.os.name}", {"k": "%{lookup('plain')}"}]},
        **texts,
    })
    h.env(f"data/{names[0]}.yaml", {"plain": h.word(), "tree": h.tree()})
    for key in chosen:
        h.ask(key)
    for key in h.rng.sample(chosen, 5):
        h.ask(key, explain=True)
    h.ask("inside", explain=True)
    h.ask("inside", render_as="json")


def formats(h):
    """Formats of data."""
    rng = h.rng
    h.env("hiera.yaml", config([
        {"name": "yaml", "path": "a.yaml"},
        {"name": "json", "path": "b.json", "data_hash": "json_data"},
        {"name": "hocon", "path": "c.conf", "data_hash": "hocon_data"},
    ], {"datadir": "data"}))
    h.env("data/a.yaml", rng.choice([
        "---\nplain: yes\nlist: [0o17, 017, 0x1f, 1_000, 1e3, ~, 2001-01-01]\ntree: &t {x: 1}\nusers:\n  <<: *t\n  y: :symbol\n",
        "plain: |\n  two\n  lines\nlist:\n- a\n- 'b'\n- \"c\\n\"\ntree: {x: .inf, y: -.5, z: off}\n",
        "plain: 1\nplain: 2\n'quoted key': {a.b: 1}\ntree: {1: one, true: yes}\n",
        "",
        "---\n# nothing\n",
    ]))
    h.env("data/b.json", json.dumps(h.data(), indent=rng.choice([None, 2])))
    h.env("data/c.conf", rng.choice([
        "plain = text\nlist = [1, 2, three]\ntree { x = 1, y { z = ${plain} } }\n",
        "tree.x.y = 1\ntree.x.z = [a b, c]\nusers : { include = false }\nport = 80\nflag = on\n",
        "# comment\nlist += 1\nlist += 2\nplain = \"a\" \"b\"\n",
    ]))
    h.ask_all(KEYS + ["tree.x"], 4)
    h.ask("tree", merge="deep", explain=True)


def options(h):
    """`lookup_options` by key and by pattern, on several levels."""
    rng = h.rng
    names = usual(h, 4)

    def merge():
        return rng.choice([
            "deep", "hash", "unique", "first", {"strategy": "deep", "knockout_prefix": "--"},
            {"strategy": "deep", "sort_merged_arrays": True}, {"strategy": "deep", "merge_hash_arrays": True},
            {"strategy": "deep", "knockout_prefix": "--", "merge_hash_arrays": True}, {"strategy": "unique"},
        ])

    for name in names:
        data = h.data()
        given = {}
        for key in rng.sample(["tree", "list", "users", "^us.*", "^t", "^(list|tree)$", "plain", "nothing"], rng.randrange(4)):
            given[key] = {"merge": merge()}
        if given:
            data["lookup_options"] = given
        h.env(f"data/{name}.yaml", data)
    h.ask_all(["tree", "list", "users", "plain", "tree.x", "users.y", "list.0"], 4)
    h.ask("tree", explain_options=True)
    h.ask(explain_options=True)
    h.ask("lookup_options")


def conversions(h):
    """`convert_to` in `lookup_options`."""
    rng = h.rng
    names = usual(h, 3)
    data = {"number": "0x1f", "text": 12, "secret": "s3cret", "list": "a", "tree": [["a", 1], ["b", 2]], "bad": "no number", "flag": "yes"}
    conversions_of = {
        "number": rng.choice(["Integer", ["Integer", 16], "Float"]), "text": rng.choice(["String", ["String", "%x"]]),
        "secret": "Sensitive", "list": rng.choice([["Array", True], "Array"]), "tree": "Hash", "bad": rng.choice(["Integer", "No::Such", 5]),
        "flag": "Boolean", "^gen_.*": "Integer",
    }
    data["gen_a"] = "42"
    data["lookup_options"] = {key: {"convert_to": value} for key, value in conversions_of.items()}
    data["lookup_options"]["tree"]["merge"] = "first"
    h.env(f"data/{names[-1]}.yaml", data)
    h.env(f"data/{names[0]}.yaml", {"number": "12"})
    keys = ["number", "text", "secret", "list", "tree", "bad", "flag", "gen_a"]
    h.ask_all(keys, 4)
    h.ask("secret", explain=True)
    h.ask("number", type="Integer")


def dotted(h):
    """Keys with dots and quotes."""
    names = usual(h, 2)
    h.env(f"data/{names[1]}.yaml", {
        "a": {"b": [{"c": 1}, {"c": [10, 20]}], "d.e": "inner", "0": "zero"}, "a.b": "outer", "quoted.key": {"x": {"y": 1}}, "t": "text", "n": None,
        "lookup_options": {"a": {"merge": h.rng.choice(["deep", "hash", "first"])}},
    })
    h.env(f"data/{names[0]}.yaml", {"a": h.rng.choice([{"b": [{"c": 2}]}, {"f": 1}, {"b": "none"}])})
    keys = ["a.b", "a.b.0", "a.b.0.c", "a.b.1.c.1", "a.b.9", "a.b.x", "'a.b'", "\"a.b\"", "a.'d.e'", "'quoted.key'.x.y", "\"quoted.key\".x",
            "t.x", "t.0", "n.x", "a.0", "a.'0'", "a..b", ".a", "a.", "'a", "a.b.-1", "no.such", "a.f"]
    for key in h.rng.sample(keys, 13):
        h.ask(key)
    for key in h.rng.sample(keys, 4):
        h.ask(key, explain=True)
    h.ask("no.such", "a.b.0.c", "t")
    h.ask("no.such", "neither", default="d")


def modules(h):
    """Modules with data of their own."""
    rng = h.rng
    names = usual(h, 2)
    h.env(f"data/{names[1]}.yaml", {"app::port": 1, "plain": "env", "app::tree": h.tree(), "lookup_options": rng.choice([{}, {"app::tree": {"merge": "deep"}}])})
    more = {}
    if rng.random() < 0.6:
        more["default_hierarchy"] = [{"name": "module defaults", "path": "defaults.yaml"}]
    h.env("modules/app/hiera.yaml", config([{"name": "app os", "path": "%{facts.os.family}.yaml"}, {"name": "app common", "path": "common.yaml"}], **more))
    h.env("modules/app/data/Debian.yaml", {"app::port": 2, "app::tree": h.tree(), "app::name": "%{role}", "app::module": "%{module_name} %{calling_module}"})
    h.env("modules/app/data/common.yaml", {
        "app::tree": h.tree(), "app::list": h.array(), "app::other": "%{lookup('plain')} %{lookup('app::port')}",
        "lookup_options": {"app::list": {"merge": "unique"}, "^app::t": {"merge": rng.choice(["hash", "deep"])}},
        **rng.choice([{}, {}, {"other::key": 1}, {"lookup_options": {"other::x": {"merge": "deep"}}}]),
    })
    h.env("modules/app/data/defaults.yaml", {"app::late": "from defaults", "app::tree": h.tree(), "app::list": h.array()})
    h.env("modules/app/manifests/init.pp", "class app($port = 5, $name_of = 'x') {}\n")
    h.env("modules/bare/manifests/init.pp", "class bare {}\n")
    h.env("modules/empty/hiera.yaml", "---\nversion: 5\n")
    keys = ["app::port", "app::tree", "app::list", "app::name", "app::module", "app::other", "app::late", "app::none", "bare::x", "empty::x", "nomodule::x", "app::tree.x"]
    h.ask_all(keys, 5)
    h.ask("app::late", explain=True)
    h.ask("app::tree", merge="deep", explain=True)
    h.ask("::app::port")


FUNCTIONS = {
    "data_hash": [
        "function {name}(Hash $options, Puppet::LookupContext $context) {{\n  {{ 'plain' => \"from ${{options['suffix']}}\", 'tree' => {{ 'x' => [1, 2] }}, 'list' => ['%{{role}}'] }}\n}}\n",
        "function {name}(Hash $options, Puppet::LookupContext $context) {{\n  $context.explain || {{ \"options are ${{options}}\" }}\n  {{ 'plain' => $context.interpolate('%{{role}}'), 'users' => $context.environment_name }}\n}}\n",
        "function {name}(Hash $options, Puppet::LookupContext $context) {{\n  fail('broken backend')\n}}\n",
        "function {name}(Hash $options, Puppet::LookupContext $context) {{\n  $context.not_found()\n}}\n",
        "function {name}(Hash $options, Puppet::LookupContext $context) >> Hash {{\n  yaml_data($options, $context)\n}}\n",
        "function {name}(String $wrong) {{\n  {{}}\n}}\n",
        "function {name}(Hash $options, Puppet::LookupContext $context) {{\n  ['no', 'hash']\n}}\n",
    ],
    "lookup_key": [
        "function {name}(String $key, Hash $options, Puppet::LookupContext $context) {{\n  case $key {{\n    'plain': {{ \"key ${{options['suffix']}}\" }}\n    'tree': {{ {{ 'y' => [3] }} }}\n    default: {{ $context.not_found() }}\n  }}\n}}\n",
        "function {name}(String $key, Hash $options, Puppet::LookupContext $context) {{\n  if $context.cache_has_key($key) {{ $context.cached_value($key) }}\n  elsif $key =~ /^l/ {{ $context.cache($key, [\"<${{key}}>\", $context.interpolate('%{{facts.os.family}}')]) }}\n  else {{ $context.not_found }}\n}}\n",
        "function {name}(String $key, Hash $options, Puppet::LookupContext $context) {{\n  $context.explain || {{ \"asked for ${{key}}\" }}\n  $context.not_found()\n}}\n",
        "function {name}(Variant[String, Numeric] $key, Hash $options, Puppet::LookupContext $context) {{\n  if $key == 'users' {{ undef }} else {{ $context.not_found() }}\n}}\n",
    ],
    "data_dig": [
        "function {name}(Array[String] $segments, Hash $options, Puppet::LookupContext $context) {{\n  $data = {{ 'tree' => {{ 'x' => {{ 'deep' => 'dug' }} }}, 'plain' => 'dig' }}\n  $found = $data.dig(*$segments)\n  if $found =~ Undef {{ $context.not_found() }} else {{ $found }}\n}}\n",
        "function {name}(Array[Variant[String, Numeric]] $segments, Hash $options, Puppet::LookupContext $context) {{\n  if $segments[0] == 'plain' {{ $segments.join('/') }} else {{ $context.not_found() }}\n}}\n",
    ],
}


def backends(h):
    """Backends that are functions in Puppet."""
    rng = h.rng
    shown = []
    for index in range(rng.randrange(1, 4)):
        kind = rng.choice(list(FUNCTIONS))
        name = f"{rng.choice(['environment', 'app'])}::b{index}"
        text = rng.choice(FUNCTIONS[kind]).format(name=name)
        folder = "functions" if name.startswith("environment") else "modules/app/functions"
        h.env(f"{folder}/b{index}.pp", text)
        level = {"name": f"level {index}", kind: name, "options": {"suffix": f"s%{{role}}{index}"}}
        if rng.random() < 0.3 or "yaml_data" in text:
            level[rng.choice(["path", "paths"])] = "common.yaml"
            if "paths" in level:
                level["paths"] = ["common.yaml", "none.yaml"]
        elif rng.random() < 0.3:
            level["uri"] = "http://data.example.com/%{role}"
        elif rng.random() < 0.2:
            level["uris"] = ["http://a.example.com/", "http://b.example.com/%{role}?x=1"]
        shown.append(level)
    shown.append(rng.choice([{"name": "common", "path": "common.yaml"}, {"name": "missing backend", "data_hash": "no::such"}]))
    h.env("hiera.yaml", config(shown))
    h.env("data/common.yaml", h.data())
    h.env("modules/app/manifests/init.pp", "class app {}\n")
    h.ask_all(["plain", "tree", "list", "users", "tree.x", "tree.x.deep", "plain.0"], 5)


def layers(h):
    """The global layer, in version 5."""
    rng = h.rng
    names = usual(h, 2)
    for name in names:
        data = h.data(KEYS + ["app::x"])
        if rng.random() < 0.5:
            data["lookup_options"] = {"tree": {"merge": "deep"}, "^li": {"merge": "unique"}}
        h.env(f"data/{name}.yaml", data)
    h.files["hiera.yaml"] = to_yaml(config(
        [{"name": "global %{role}", "path": "%{facts.os.family}.yaml"}, {"name": "global json", "path": "g.json", "data_hash": "json_data"}],
        {"datadir": rng.choice(["globaldata", "globaldata/sub"])}))
    for folder in ["globaldata", "globaldata/sub"]:
        h.files[f"{folder}/Debian.yaml"] = to_yaml({**h.data(), "app::x": 1, **rng.choice([{}, {"lookup_options": {"users": {"merge": "deep"}}}])})
        h.files[f"{folder}/g.json"] = json.dumps({**h.data(), "only": "global"})
    h.env("modules/app/hiera.yaml", config([{"name": "common", "path": "common.yaml"}]))
    h.env("modules/app/data/common.yaml", {"app::x": 2, "app::y": 3})
    h.ask_all(KEYS + ["only", "app::x", "app::y"], 5)
    h.ask("users", merge="deep", explain=True)


def older(h):
    """Configurations of versions 3 and 4."""
    rng = h.rng
    if rng.random() < 0.5:
        merge = rng.choice(["native", "deep", "deeper", "native"])
        given = {
            ":backends": rng.choice([["yaml"], ["yaml", "json"], "yaml"]), ":hierarchy": ["nodes/%{::trusted.certname}", "%{role}", "common"],
            ":yaml": {":datadir": "DIRECTORY/old"}, ":json": {":datadir": "DIRECTORY/old"}, ":merge_behavior": merge,
            ":deep_merge_options": rng.choice([{}, {":knockout_prefix": "--"}, {":sort_merged_arrays": True}]),
        }
        h.files["hiera.yaml"] = symbols(given)
        h.files["old/web.yaml"] = to_yaml(h.data())
        h.files["old/common.yaml"] = to_yaml({**h.data(), "text": "%{lookup('plain')} %{::role}"})
        h.files["old/common.json"] = json.dumps(h.data())
        usual(h, 1)
        h.env("data/common.yaml", h.data())
    else:
        usual(h, 1)
        h.env("data/common.yaml", {"plain": "env"})
    h.env("modules/app/hiera.yaml", rng.choice([
        {"version": 4, "datadir": "data", "hierarchy": [{"name": "os", "backend": "yaml", "path": "%{facts.os.family}"}, {"name": "common", "backend": "json"}]},
        {"version": 4, "hierarchy": [{"name": "common", "backend": "yaml", "paths": ["one", "%{role}"]}]},
        {"version": 4, "hierarchy": [{"name": "common", "backend": "nope"}]},
        {"version": 4},
    ]))
    for name in ["Debian", "one", "web"]:
        h.env(f"modules/app/data/{name}.yaml", {"app::tree": h.tree(), "app::" + name.lower(): h.word()})
    h.env("modules/app/data/common.json", json.dumps({"app::tree": h.tree(), "app::c": 1}))
    h.ask_all(["plain", "tree", "list", "users", "text", "app::tree", "app::debian", "app::web", "app::c"], 5)


def symbols(given):
    """Version 3 has symbols for keys."""
    lines = ["---"]
    for key, value in given.items():
        if isinstance(value, dict):
            lines.append(f"{key}:" + ("" if value else " {}"))
            lines += [f"  {name}: {flow(item)}" for name, item in value.items()]
        else:
            lines.append(f"{key}: {flow(value)}")
    return "\n".join(lines) + "\n"


MISTAKES = {
    "unknown merge": lambda h: h.env("data/common.yaml", {"tree": {"x": 1}, "plain": 1, "lookup_options": {"tree": {"merge": "mumble"}, "plain": {"merge": {"strategy": "deep", "foo": 1}}}}),
    "merge without strategy": lambda h: h.env("data/common.yaml", {"tree": {"x": 1}, "lookup_options": {"tree": {"merge": {"knockout_prefix": "-"}}}}),
    "bad yaml": lambda h: h.env("data/common.yaml", "tree: {x: 1\nplain: [\n"),
    "tabs": lambda h: h.env("data/common.yaml", "tree:\n\tx: 1\n"),
    "list in file": lambda h: h.env("data/common.yaml", "- a\n- b\n"),
    "text in file": lambda h: h.env("data/common.yaml", "just text\n"),
    "bad json": lambda h: (h.env("hiera.yaml", config([{"name": "j", "path": "a.json", "data_hash": "json_data"}])), h.env("data/a.json", '{"tree": {"x": 1,}')),
    "bad hocon": lambda h: (h.env("hiera.yaml", config([{"name": "j", "path": "a.conf", "data_hash": "hocon_data"}])), h.env("data/a.conf", "tree { x = ")),
    "recursion": lambda h: h.env("data/common.yaml", {"tree": {"x": "%{lookup('plain')}"}, "plain": "%{lookup('list')}", "list": ["%{lookup('tree')}"]}),
    "bad regexp": lambda h: h.env("data/common.yaml", {"tree": {"x": 1}, "lookup_options": {"^(": {"merge": "deep"}}}),
    "options no hash": lambda h: h.env("data/common.yaml", {"tree": {"x": 1}, "lookup_options": ["tree"]}),
    "wrong kinds": lambda h: (h.env("data/common.yaml", {"tree": [1], "plain": "x", "list": {"a": 1}, "lookup_options": {"tree": {"merge": "hash"}, "list": {"merge": "unique"}}}), h.env("data/web.yaml", {"tree": {"x": 1}, "list": ["b"], "plain": 5})),
    "config without version": lambda h: h.env("hiera.yaml", {"hierarchy": [{"name": "a", "path": "common.yaml"}]}),
    "config of version 9": lambda h: h.env("hiera.yaml", {"version": 9}),
    "config of version 3": lambda h: h.env("hiera.yaml", {"version": 3, ":backends": "yaml"}),
    "config unknown key": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml", "colour": "red"}])),
    "config two locations": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml", "glob": "*.yaml"}])),
    "config two functions": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml", "data_hash": "yaml_data", "lookup_key": "eyaml_lookup_key"}])),
    "config same name": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml"}, {"name": "a", "path": "web.yaml"}])),
    "config no name": lambda h: h.env("hiera.yaml", config([{"path": "common.yaml"}])),
    "config bad options": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml", "data_hash": "yaml_data", "options": {"path": "x"}}])),
    "config no list": lambda h: h.env("hiera.yaml", {"version": 5, "hierarchy": {"name": "a"}}),
    "config empty": lambda h: h.env("hiera.yaml", ""),
    "config bad yaml": lambda h: h.env("hiera.yaml", "version: 5\nhierarchy: [\n"),
    "config uri for yaml": lambda h: h.env("hiera.yaml", config([{"name": "a", "uri": "http://example.com/"}])),
    "config defaults wrong": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml"}], {"path": "x"})),
    "config default_hierarchy": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "common.yaml"}], default_hierarchy=[{"name": "b", "path": "b.yaml"}])),
    "config reserved option": lambda h: h.env("hiera.yaml", config([{"name": "a", "data_hash": "yaml_data", "options": {"uri": "x", "9x": 1}}])),
    "config function unknown": lambda h: h.env("hiera.yaml", config([{"name": "a", "lookup_key": "no::such", "path": "common.yaml"}])),
    "config interpolation method": lambda h: h.env("hiera.yaml", config([{"name": "a", "path": "%{lookup('x')}.yaml"}])),
    "no config": lambda h: h.files.pop(f"{ENVIRONMENT}/hiera.yaml"),
    "bad key types": lambda h: h.env("data/common.yaml", "1: a\ntree: {x: 1}\n~: b\n"),
}


def mistakes(h):
    """Mistakes in configuration, data and questions."""
    rng = h.rng
    h.env("hiera.yaml", config([{"name": "role", "path": "%{role}.yaml"}, {"name": "common", "path": "common.yaml"}]))
    h.env("data/common.yaml", {"tree": {"x": 1}, "plain": "text", "list": [1]})
    names = sorted(MISTAKES)
    name = names[h.number % len(names)]
    h.area = f"mistakes: {name}"
    MISTAKES[name](h)
    for key in ["tree", "plain", "list", "missing"]:
        h.ask(key)
    h.ask("tree", explain=True)
    h.ask("list", merge="deep", explain=True)
    h.ask("plain", "missing", explain=True, render_as="json")
    h.ask("tree", **h.options())
    wrong = [
        {"merge": "mumble"}, {"merge": "hash", "knock_out_prefix": "--"}, {"sort_merged_arrays": True}, {"render_as": "mumble"}, {"type": "Integer["},
        {"type": "No::Such"}, {"merge": "deep", "knock_out_prefix": ""}, {"type": "Integer", "default": "x"}, {"type": "Integer", "default": "5"},
    ]
    h.ask(rng.choice(["tree", "missing"]), **rng.choice(wrong))
    h.ask()


def compiled(h):
    """Variables of the manifest, which only `--compile` sets."""
    h.env("hiera.yaml", config([{"name": "tier", "path": "tier/%{tier}.yaml"}, {"name": "class", "path": "%{app::mode}.yaml"}, {"name": "common", "path": "common.yaml"}]))
    h.env("manifests/site.pp", "$tier = 'gold'\nclass app($mode = 'fast') {}\ninclude app\nnotify { lookup('plain', default_value => 'x'): }\n")
    for name in ["tier/gold", "fast", "common"]:
        h.env(f"data/{name}.yaml", h.data())
    if h.rng.random() < 0.3:
        h.env("manifests/site.pp", h.rng.choice(["$x = \n", "fail('stop')\n", "node 'other' {}\n"]))
    for key in ["plain", "tree", "list", "users"]:
        h.ask(key)
        h.ask(key, compile=True)
        h.ask(key, compile=True, explain=True)
    h.ask("tree", compile=True, merge="deep", render_as="json")


def many(h):
    """All kinds of options on a usual hierarchy."""
    names = usual(h, 4)
    for name in names:
        h.env(f"data/{name}.yaml", h.data())
    for _ in range(14):
        h.ask(*h.rng.sample(KEYS, h.rng.choice([1, 1, 1, 2, 3])), **h.options())


def ruby(h):
    """A backend in Ruby before data in YAML, with options or without."""
    bodies = list(lookup_backends.bodies())
    kind, name, body, options, parameters = bodies[h.number % len(bodies)]
    level = {"name": "in Ruby", kind: f"backends::{name}"}
    place = h.rng.choice([{}, {"options": {"limit": 3, "text": "%{role}"}}, {"path": "extra.txt"}, {"path": "none.txt"}, {"uri": "http://host/%{role}"}])
    h.env("hiera.yaml", config([{**level, **place}, {"name": "after", "path": "after.yaml"}]))
    h.env("data/extra.txt", "first\nsecond %{role}\n")
    h.env("data/after.yaml", {"plain": "after", "list": ["after"], "tree": {"a": {"z": 1}}, "spare": "spare value"})
    text = lookup_backends.function(kind, name, body, options, parameters)
    h.env(f"modules/backends/lib/puppet/functions/backends/{name}.rb", text)
    for key in ["plain", "list", "tree", "tree.a", "tree.a.b", "list.1.n", "nothing"]:
        h.ask(key)
    for key in ["plain", "tree"]:
        h.ask(key, explain=True)
        h.ask(key, merge="deep", explain=True)
        h.ask(key, render_as="json")
    h.ask("plain", explain=True, render_as="json")
    h.ask("plain", "list")
    h.ask("list", type="Array[String]")


AREAS = {
    "levels": (levels, 16), "interpolation": (interpolation, 16), "formats": (formats, 14), "options": (options, 18),
    "conversions": (conversions, 10), "dotted": (dotted, 12), "modules": (modules, 16), "backends": (backends, 24),
    "layers": (layers, 12), "older": (older, 14), "mistakes": (mistakes, len(MISTAKES)), "compiled": (compiled, 8), "many": (many, 12),
    "ruby": (ruby, len(list(lookup_backends.bodies()))),
}


def hierarchies(seed, areas=None):
    """All hierarchies of a seed, or those of some areas: pairs of a name and a `Hierarchy`."""
    for area, (make, count) in AREAS.items():
        if areas and area not in areas:
            continue
        for number in range(count):
            h = Hierarchy(area, random.Random(f"{seed} {area} {number}"))
            h.number = number
            make(h)
            yield f"{area}{number:02}", h
