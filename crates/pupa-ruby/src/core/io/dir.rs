//! `Dir`: reading directories, `Dir.glob`, and the working directory.

use super::{change, file, file_error, glob};
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::names;
use crate::value::Value;
use crate::world::FileError;

/// The Rust data of a `Dir`.
#[derive(Debug, Clone)]
struct DirData {
    path: String,
    names: Vec<String>,
    position: usize,
    closed: bool,
}

impl Payload for DirData {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `Dir`
pub(crate) static DIR: NativeClass = NativeClass {
    name: "Dir",
    includes: &["Enumerable"],
    methods: &[
        private("initialize", 1, 2, initialize),
        method("path", 0, 0, path),
        method("to_path", 0, 0, path),
        method("inspect", 0, 0, inspect),
        method("each", 0, 0, each),
        method("children", 0, 0, children_of),
        method("each_child", 0, 0, each_child_of),
        method("read", 0, 0, read),
        method("pos", 0, 0, position),
        method("tell", 0, 0, position),
        method("pos=", 1, 1, set_position),
        method("seek", 1, 1, seek),
        method("rewind", 0, 0, rewind),
        method("close", 0, 0, close),
    ],
    class_methods: &[
        method("glob", 1, 3, glob_),
        method("[]", 0, -1, element_reference),
        method("entries", 1, 2, entries),
        method("children", 1, 2, children),
        method("each_child", 1, 2, each_child),
        method("foreach", 1, 2, foreach),
        method("exist?", 1, 1, file::is_directory),
        method("exists?", 1, 1, file::is_directory),
        method("empty?", 1, 1, is_empty),
        method("pwd", 0, 0, pwd),
        method("getwd", 0, 0, pwd),
        method("home", 0, 1, home),
        method("open", 1, 2, open),
        method("mkdir", 1, 2, change::mkdir),
        method("rmdir", 1, 1, change::rmdir),
        method("delete", 1, 1, change::rmdir),
        method("unlink", 1, 1, change::rmdir),
        method("chdir", 0, 1, refuse_chdir),
        method("chroot", 1, 1, refuse),
    ],
    ..NativeClass::EMPTY
};

fn names_in(m: &mut Machine<'_>, value: Value) -> Flow<(String, Vec<String>)> {
    let text = file::path_text(m, value)?;
    let path = file::absolute(m, &text);
    let listed =
        if text.is_empty() { Err(FileError::NotFound) } else { m.world.list_directory(&path) };
    match listed {
        Ok(names) => Ok((text, names)),
        Err(error) => Err(file_error(m, error, "dir_initialize", &text)),
    }
}

fn all_names(names: Vec<String>) -> Vec<String> {
    let mut all = vec![".".to_owned(), "..".to_owned()];
    all.extend(names);
    all
}

fn strings(m: &mut Machine<'_>, names: &[String]) -> Value {
    let values = names.iter().map(|name| m.new_str(name.as_str())).collect();
    m.new_array(values)
}

fn initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let (path, names) = names_in(m, args[0])?;
    if let Value::Object(id) = this {
        let names = all_names(names);
        m.set_payload(id, DirData { path, names, position: 0, closed: false });
    }
    Ok(Value::Nil)
}

fn data<'m>(m: &'m mut Machine<'_>, this: Value) -> Flow<&'m mut DirData> {
    match m.payload::<DirData>(this) {
        Some(data) if !data.closed => {}
        Some(_) => return Err(m.error(crate::core::class::IO_ERROR, "closed directory")),
        None => return Err(m.error(crate::core::class::IO_ERROR, "uninitialized Dir")),
    }
    match m.payload_mut::<DirData>(this) {
        Some(data) => Ok(data),
        None => unreachable!("it was there"),
    }
}

fn path(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let path = m.payload::<DirData>(this).map(|data| data.path.clone());
    Ok(path.map_or(Value::Nil, |path| m.new_str(path)))
}

fn inspect(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let class = m.class_name_of(this);
    let path = m.payload::<DirData>(this).map(|data| data.path.clone()).unwrap_or_default();
    Ok(m.new_str(format!("#<{class}:{path}>")))
}

fn read(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let data = data(m, this)?;
    let name = data.names.get(data.position).cloned();
    data.position += usize::from(name.is_some());
    Ok(name.map_or(Value::Nil, |name| m.new_str(name)))
}

fn each(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    loop {
        let name = read(m, this, args)?;
        if name.is_nil() {
            return Ok(this);
        }
        m.yield_one(block, name)?;
    }
}

fn children_of(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    let names = data(m, this)?.names.clone();
    Ok(strings(m, names.get(2..).unwrap_or_default()))
}

fn each_child_of(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    for name in data(m, this)?.names.clone().into_iter().skip(2) {
        let name = m.new_str(name);
        m.yield_one(block, name)?;
    }
    Ok(this)
}

fn position(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    Ok(Value::from(data(m, this)?.position))
}

fn set_position(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let position = m.to_int(args[0])?;
    data(m, this)?.position = usize::try_from(position).unwrap_or(0);
    Ok(args[0])
}

fn seek(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    set_position(m, this, args)?;
    Ok(this)
}

fn rewind(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    data(m, this)?.position = 0;
    Ok(this)
}

fn close(m: &mut Machine<'_>, this: Value, _args: Args<'_>) -> Flow {
    if let Some(data) = m.payload_mut::<DirData>(this) {
        data.closed = true;
    }
    Ok(Value::Nil)
}

fn open(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let inner = Args { block: None, name: names::NEW, ..args };
    let dir = m.call_args(this, inner)?;
    let Some(block) = args.block else { return Ok(dir) };
    let result = m.yield_one(block, dir);
    close(m, dir, Args::new(args.name, &[]))?;
    result
}

/// The patterns, flags and base directory in the arguments of `Dir.glob` and `Dir.[]`.
fn search(
    m: &mut Machine<'_>,
    patterns: Vec<Value>,
    flags: i64,
    keywords: Option<crate::value::HashId>,
) -> Flow<Vec<String>> {
    let base = match m.keyword(keywords, "base") {
        None | Some(Value::Nil) => String::new(),
        Some(base) => file::path_text(m, base)?,
    };
    match m.keyword(keywords, "sort") {
        None | Some(Value::Bool(_)) => {}
        Some(other) => {
            let text = m.inspect(other)?;
            return Err(m.argument_error(format!("expected true or false as sort: {text}")));
        }
    }
    let mut results = Vec::new();
    for pattern in patterns {
        let id = file::path_string(m, pattern);
        let id = match id {
            Ok(id) => id,
            Err(jump) => {
                if let Value::Str(_) = pattern {
                    return Err(m.argument_error("nul-separated glob pattern is deprecated"));
                }
                return Err(jump);
            }
        };
        let pattern = m.text_of(id);
        glob::glob(m, &pattern, &base, flags, &mut results)?;
    }
    Ok(results)
}

fn glob_(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let Some(&first) = list.first() else { return Err(m.arity_error(0, 1, Some(2))) };
    let patterns = match m.try_ary(first)? {
        Some(array) => m.array(array).to_vec(),
        None => vec![first],
    };
    let flags = match list.get(1).copied().or_else(|| m.keyword(keywords, "flags")) {
        Some(flags) => m.to_int(flags)?,
        None => 0,
    };
    let found = search(m, patterns, flags, keywords)?;
    let Some(block) = args.block else { return Ok(strings(m, &found)) };
    for path in found {
        let path = m.new_str(path);
        m.yield_one(block, path)?;
    }
    Ok(Value::Nil)
}

fn element_reference(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (list, keywords) = args.split_keywords();
    let mut patterns = Vec::new();
    for &pattern in list {
        match m.try_ary(pattern)? {
            Some(array) => patterns.extend_from_slice(m.array(array)),
            None => patterns.push(pattern),
        }
    }
    let found = search(m, patterns, 0, keywords)?;
    Ok(strings(m, &found))
}

fn entries(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (_, names) = names_in(m, args[0])?;
    Ok(strings(m, &all_names(names)))
}

fn children(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let (_, names) = names_in(m, args[0])?;
    Ok(strings(m, &names))
}

fn each_child(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let (_, names) = names_in(m, args[0])?;
    for name in names {
        let name = m.new_str(name);
        m.yield_one(block, name)?;
    }
    Ok(Value::Nil)
}

fn foreach(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else { return m.enumerator(this, args) };
    let (_, names) = names_in(m, args[0])?;
    for name in all_names(names) {
        let name = m.new_str(name);
        m.yield_one(block, name)?;
    }
    Ok(Value::Nil)
}

fn is_empty(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let text = file::path_text(m, args[0])?;
    let path = file::absolute(m, &text);
    Ok(Value::Bool(m.world.list_directory(&path).is_ok_and(|names| names.is_empty())))
}

fn pwd(m: &mut Machine<'_>, _this: Value, _args: Args<'_>) -> Flow {
    let directory = m.world.working_directory();
    Ok(m.new_str(directory))
}

fn home(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let user = match args.or_nil(0) {
        Value::Nil => String::new(),
        user => m.to_text(user)?,
    };
    let home = file::expand(m, &format!("~{user}"), None, true)?;
    Ok(m.new_str(home))
}

fn refuse(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = file::path_text(m, args[0])?;
    let function = format!("dir_s_{}", args.name);
    Err(file_error(m, FileError::Denied, &function, &path))
}

fn refuse_chdir(m: &mut Machine<'_>, _this: Value, args: Args<'_>) -> Flow {
    let path = match args.opt(0) {
        Some(path) => file::path_text(m, path)?,
        None => "~".to_owned(),
    };
    Err(file_error(m, FileError::Denied, "dir_chdir", &path))
}
