//! The cache of `cache_param`: values that a function keeps for an object.

use crate::heap::Payload;
use crate::machine::{Flow, Machine};
use crate::native::{Args, NativeClass, method};
use crate::value::Value;

/// `Puppet::Pops::Adapters`
pub static ADAPTERS: NativeClass =
    NativeClass { name: "Puppet::Pops::Adapters", ..NativeClass::MODULE };

/// `Puppet::Pops::Adapters::ObjectIdCacheAdapter`
pub static OBJECT_CACHE: NativeClass = NativeClass {
    name: "Puppet::Pops::Adapters::ObjectIdCacheAdapter",
    methods: &[method("retrieve", 1, 1, retrieve)],
    ..NativeClass::EMPTY
};

/// The hashes of the cache, each with the object that it is for.
#[derive(Debug, Clone, Default)]
struct Cache(Vec<(Value, Value)>);

impl Payload for Cache {
    fn trace(&self, mark: &mut dyn FnMut(Value)) {
        for (object, kept) in &self.0 {
            mark(*object);
            mark(*kept);
        }
    }

    fn duplicate(&self) -> Box<dyn Payload> {
        Box::new(self.clone())
    }
}

/// `cache.retrieve(object)`: the hash of the values that are kept for an object.
fn retrieve(m: &mut Machine<'_>, this: Value, args: Args<'_>) -> Flow {
    let object = args[0];
    if m.payload::<Cache>(this).is_none()
        && let Value::Object(id) = this
    {
        m.set_payload(id, Cache::default());
    }
    let known = m.payload::<Cache>(this);
    let known = known.and_then(|cache| cache.0.iter().find(|(key, _)| key.is_same(object)));
    if let Some((_, kept)) = known {
        return Ok(*kept);
    }
    let kept = Value::Hash(m.new_hash());
    if let Some(cache) = m.payload_mut::<Cache>(this) {
        cache.0.push((object, kept));
    }
    Ok(kept)
}
