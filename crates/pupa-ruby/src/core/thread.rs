//! `Thread`, `Mutex`, `Queue` and others. There is only one thread, and locks are always free.

use crate::core::class;
use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method, private};
use crate::symbol::Symbol;
use crate::value::Value;

/// `Thread`
pub static THREAD: NativeClass = NativeClass {
    name: "Thread",
    methods: &[
        method("[]", 1, 1, variable_get),
        method("[]=", 2, 2, variable_set),
        method("key?", 1, 1, variable_defined),
        method("keys", 0, 0, variables),
        method("fetch", 1, 2, variable_fetch),
        method("thread_variable_get", 1, 1, variable_get),
        method("thread_variable_set", 2, 2, variable_set),
        method("thread_variable?", 1, 1, variable_defined),
        method("alive?", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("status", 0, 0, |m, _, _| Ok(m.new_str("run"))),
        method("name", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("priority", 0, 0, |_, _, _| Ok(Value::Int(0))),
        method("group", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("abort_on_exception", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("abort_on_exception=", 1, 1, |_, _, args| Ok(args[0])),
        method("report_on_exception", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("report_on_exception=", 1, 1, |_, _, args| Ok(args[0])),
        method("backtrace", 0, -1, backtrace),
    ],
    class_methods: &[
        method("new", 0, -1, refused),
        method("start", 0, -1, refused),
        method("fork", 0, -1, refused),
        method("current", 0, 0, current),
        method("main", 0, 0, current),
        method("list", 0, 0, |m, this, args| {
            let thread = current(m, this, args)?;
            Ok(m.new_array(vec![thread]))
        }),
        method("pass", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("exclusive", 0, 0, synchronize),
        method("handle_interrupt", 0, 1, synchronize),
        method("abort_on_exception", 0, 0, |_, _, _| Ok(Value::FALSE)),
        method("abort_on_exception=", 1, 1, |_, _, args| Ok(args[0])),
        method("report_on_exception", 0, 0, |_, _, _| Ok(Value::TRUE)),
        method("report_on_exception=", 1, 1, |_, _, args| Ok(args[0])),
    ],
    ..NativeClass::EMPTY
};

/// `Thread::Backtrace`
pub static BACKTRACE: NativeClass = NativeClass { name: "Thread::Backtrace", ..NativeClass::EMPTY };

/// `Thread::Backtrace::Location`
pub static LOCATION: NativeClass = NativeClass {
    name: "Thread::Backtrace::Location",
    methods: &[
        method("to_s", 0, 0, |m, this, _| location_part(m, this, |place| place.text.clone())),
        method("inspect", 0, 0, |m, this, _| {
            let text = location_part(m, this, |place| place.text.clone())?;
            let text = m.inspect(text)?;
            Ok(m.new_str(text))
        }),
        method("path", 0, 0, |m, this, _| location_part(m, this, |place| place.path().to_owned())),
        method("absolute_path", 0, 0, absolute_path),
        method("label", 0, 0, |m, this, _| {
            location_part(m, this, |place| place.label().to_owned())
        }),
        method("base_label", 0, 0, |m, this, _| {
            location_part(m, this, |place| {
                let label = place.label();
                label.rsplit_once(" in ").map_or(label, |(_, base)| base).to_owned()
            })
        }),
        method("lineno", 0, 0, lineno),
    ],
    ..NativeClass::EMPTY
};

/// `Thread::Mutex`
pub static MUTEX: NativeClass = NativeClass {
    name: "Thread::Mutex",
    methods: &[
        method("synchronize", 0, 0, mutex_synchronize),
        method("lock", 0, 0, lock),
        method("unlock", 0, 0, unlock),
        method("try_lock", 0, 0, try_lock),
        method("locked?", 0, 0, is_locked),
        method("owned?", 0, 0, is_locked),
    ],
    ..NativeClass::EMPTY
};

/// `Monitor`
pub static MONITOR: NativeClass = NativeClass {
    name: "Monitor",
    methods: &[
        method("synchronize", 0, 0, synchronize),
        method("mon_synchronize", 0, 0, synchronize),
        method("enter", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("exit", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("mon_enter", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("mon_exit", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("try_enter", 0, 0, |_, _, _| Ok(Value::TRUE)),
    ],
    ..NativeClass::EMPTY
};

/// `MonitorMixin`
pub static MONITOR_MIXIN: NativeClass = NativeClass {
    name: "MonitorMixin",
    methods: &[
        method("synchronize", 0, 0, synchronize),
        method("mon_synchronize", 0, 0, synchronize),
        method("mon_enter", 0, 0, |_, _, _| Ok(Value::Nil)),
        method("mon_exit", 0, 0, |_, _, _| Ok(Value::Nil)),
        private("mon_initialize", 0, 0, |_, _, _| Ok(Value::Nil)),
    ],
    ..NativeClass::MODULE
};

/// `Thread::ConditionVariable`
pub static CONDITION_VARIABLE: NativeClass = NativeClass {
    name: "Thread::ConditionVariable",
    methods: &[
        method("signal", 0, 0, |_, this, _| Ok(this)),
        method("broadcast", 0, 0, |_, this, _| Ok(this)),
        method("wait", 1, 2, |_, this, _| Ok(this)),
    ],
    ..NativeClass::EMPTY
};

/// `Thread::Queue`
pub static QUEUE: NativeClass = NativeClass {
    name: "Thread::Queue",
    methods: &[
        private("initialize", 0, 1, queue_initialize),
        method("push", 1, 1, queue_push),
        method("<<", 1, 1, queue_push),
        method("enq", 1, 1, queue_push),
        method("pop", 0, 1, queue_pop),
        method("shift", 0, 1, queue_pop),
        method("deq", 0, 1, queue_pop),
        method("size", 0, 0, queue_size),
        method("length", 0, 0, queue_size),
        method("empty?", 0, 0, |m, this, args| {
            Ok(Value::Bool(matches!(queue_size(m, this, args)?, Value::Int(0))))
        }),
        method("clear", 0, 0, |m, this, _| {
            let list = queue_list(m, this);
            m.array_mut(list).replace(Vec::new());
            Ok(this)
        }),
        method("close", 0, 0, |_, this, _| Ok(this)),
        method("num_waiting", 0, 0, |_, _, _| Ok(Value::Int(0))),
    ],
    ..NativeClass::EMPTY
};

/// `Fiber`
pub static FIBER: NativeClass = NativeClass {
    name: "Fiber",
    class_methods: &[
        method("new", 0, -1, |m, _, _| Err(m.not_implemented("Fiber"))),
        method("yield", 0, -1, |m, _, _| {
            Err(m.error(class::FIBER_ERROR, "can't yield from root fiber"))
        }),
    ],
    ..NativeClass::EMPTY
};

fn refused(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    Err(m.not_implemented("Thread.new"))
}

/// `Thread.current`: the only thread.
fn current(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let name = Symbol::new("thread");
    if let Some(&thread) = m.globals.get(&name) {
        return Ok(thread);
    }
    let thread = m.new_object(class::THREAD);
    m.globals.insert(name, thread);
    Ok(thread)
}

/// The name of the instance variable that holds a thread-local variable. It has no `@`, so programs
/// cannot see it.
fn variable(m: &mut Machine<'_>, value: Value) -> Flow<Symbol> {
    m.to_symbol(value)
}

fn variable_get(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = variable(m, args[0])?;
    let value = m.ivar(this, name);
    Ok(if value.is_undef() { Value::Nil } else { value })
}

fn variable_set(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = variable(m, args[0])?;
    m.check_frozen(this)?;
    m.set_ivar(this, name, args[1]);
    Ok(args[1])
}

fn variable_defined(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = variable(m, args[0])?;
    Ok(Value::Bool(!matches!(m.ivar(this, name), Value::Undef | Value::Nil)))
}

fn variable_fetch(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let name = variable(m, args[0])?;
    match (m.ivar(this, name), args.block, args.opt(1)) {
        (Value::Undef, Some(block), _) => m.yield_one(block, args[0]),
        (Value::Undef, None, Some(default)) => Ok(default),
        (Value::Undef, None, None) => {
            Err(m.error(class::KEY_ERROR, format!("key not found: :{name}")))
        }
        (value, ..) => Ok(value),
    }
}

fn variables(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let names = m.ivar_names(this);
    Ok(crate::core::module::symbols(m, names))
}

fn backtrace(m: &mut Machine<'_>, _: Value, _: Args<'_>) -> Flow {
    let lines = m.backtrace_lines(0).into_iter().map(|line| m.new_str(line)).collect();
    Ok(m.new_array(lines))
}

fn synchronize(m: &mut Machine<'_>, _: Value, args: Args<'_>) -> Flow {
    let block = m.require_block(args)?;
    m.yield_block(block, &[])
}

fn locked_name() -> Symbol {
    Symbol::new("locked")
}

fn locked(m: &Machine<'_>, this: Value) -> bool {
    matches!(m.ivar(this, locked_name()), Value::Bool(true))
}

fn mutex_synchronize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let Some(block) = args.block else {
        return Err(m.error(class::THREAD_ERROR, "must be called with a block"));
    };
    lock(m, this, args)?;
    let result = m.yield_block(block, &[]);
    m.set_ivar(this, locked_name(), Value::FALSE);
    result
}

fn lock(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    if locked(m, this) {
        return Err(m.error(class::THREAD_ERROR, "deadlock; recursive locking"));
    }
    m.set_ivar(this, locked_name(), Value::TRUE);
    Ok(this)
}

fn unlock(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    if !locked(m, this) {
        let text = "Attempt to unlock a mutex which is not locked";
        return Err(m.error(class::THREAD_ERROR, text));
    }
    m.set_ivar(this, locked_name(), Value::FALSE);
    Ok(this)
}

fn try_lock(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    if locked(m, this) {
        return Ok(Value::FALSE);
    }
    m.set_ivar(this, locked_name(), Value::TRUE);
    Ok(Value::TRUE)
}

fn is_locked(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    Ok(Value::Bool(locked(m, this)))
}

/// The array with the elements of a queue.
fn queue_list(m: &mut Machine<'_>, this: Value) -> crate::value::ArrayId {
    let name = Symbol::new("queue");
    if let Value::Array(list) = m.ivar(this, name) {
        return list;
    }
    let list = m.new_array(Vec::new());
    m.set_ivar(this, name, list);
    match list {
        Value::Array(id) => id,
        _ => unreachable!("a new array is an array"),
    }
}

fn queue_initialize(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    if let Some(items) = args.opt(0) {
        let items = m.to_ary(items)?;
        let items = m.array(items).to_vec();
        let list = queue_list(m, this);
        m.array_mut(list).replace(items);
    }
    Ok(Value::Nil)
}

fn queue_push(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = queue_list(m, this);
    m.array_mut(list).push(args[0]);
    Ok(this)
}

fn queue_pop(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let list = queue_list(m, this);
    match m.array_mut(list).shift() {
        Some(item) => Ok(item),
        None if args.or_nil(0).is_truthy() => Err(m.error(class::THREAD_ERROR, "queue empty")),
        None => Err(m.not_implemented("waiting for another thread")),
    }
}

fn queue_size(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let list = queue_list(m, this);
    Ok(Value::from(m.array(list).len()))
}

/// A line of a backtrace: `Thread::Backtrace::Location`.
#[derive(Debug, Clone)]
struct Location {
    text: String,
}

impl Location {
    fn place(&self) -> &str {
        self.text.split_once(":in ").map_or(&self.text, |(place, _)| place)
    }

    fn path(&self) -> &str {
        self.place().rsplit_once(':').map_or("", |(path, _)| path)
    }

    fn label(&self) -> &str {
        let label = self.text.split_once(":in `").map_or("", |(_, label)| label);
        label.trim_end_matches('\'')
    }
}

impl Payload for Location {
    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// The locations of the lines of a backtrace.
pub(crate) fn locations(m: &mut Machine<'_>, lines: Vec<String>) -> Value {
    let list =
        lines.into_iter().map(|text| m.new_payload(class::LOCATION, Location { text })).collect();
    m.new_array(list)
}

fn location_part(m: &mut Machine<'_>, this: Value, part: impl Fn(&Location) -> String) -> Flow {
    let text = m.payload::<Location>(this).map(part).unwrap_or_default();
    Ok(m.new_str(text))
}

fn absolute_path(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let path = m.payload::<Location>(this).map(|place| place.path().to_owned());
    let path = path.unwrap_or_default();
    if path.starts_with('(') || path == "-e" {
        return Ok(Value::Nil);
    }
    let path = m.absolute_path("", &path);
    Ok(m.new_str(path))
}

fn lineno(m: &mut Machine<'_>, this: Value, _: Args<'_>) -> Flow {
    let line = m.payload::<Location>(this).and_then(|place| {
        let (_, line) = place.place().rsplit_once(':')?;
        line.parse().ok()
    });
    Ok(Value::Int(line.unwrap_or(0)))
}
