//! The core classes, one file per class or family.
//!
//! [`CLASSES`] lists all native classes. The position in the list is the [`ClassId`] in every
//! machine, so that code can name classes by constants ([`class`]).
//!
//! [`ClassId`]: crate::value::ClassId

pub mod array;
pub mod binding;
pub mod comparable;
pub mod encoding;
pub mod enumerable;
pub mod enumerator;
pub(crate) mod env;
pub mod exception;
pub mod float;
pub(crate) mod format;
pub mod hash;
pub mod image;
pub mod integer;
pub mod io;
pub mod kernel;
pub mod math;
pub mod module;
pub(crate) mod number_text;
pub mod numeric;
pub mod object;
pub mod object_space;
pub(crate) mod pack;
pub mod process;
pub mod procs;
pub mod random;
pub mod range;
pub mod regexp;
pub mod string;
pub mod structs;
pub mod symbol;
pub mod thread;
pub mod time;

use crate::native::NativeClass;

macro_rules! classes {
    ($($constant:ident = $record:path,)*) => {
        /// The native classes as constants.
        pub mod class {
            use crate::value::ClassId;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($constant,)* }

            $(
                #[doc = concat!("`", stringify!($record), "`")]
                pub const $constant: ClassId = ClassId(Number::$constant as u32);
            )*
        }

        /// The records of all native classes. A class comes behind its superclass and behind the
        /// module around it.
        pub static CLASSES: &[&NativeClass] = &[$(&$record,)*];
    };
}

classes! {
    BASIC_OBJECT = object::BASIC_OBJECT,
    OBJECT = object::OBJECT,
    MODULE = module::MODULE,
    CLASS = module::CLASS,
    KERNEL = kernel::KERNEL,
    COMPARABLE = comparable::COMPARABLE,
    ENUMERABLE = enumerable::ENUMERABLE,
    NIL_CLASS = object::NIL_CLASS,
    TRUE_CLASS = object::TRUE_CLASS,
    FALSE_CLASS = object::FALSE_CLASS,
    NUMERIC = numeric::NUMERIC,
    INTEGER = integer::INTEGER,
    FLOAT = float::FLOAT,
    RATIONAL = numeric::RATIONAL,
    COMPLEX = numeric::COMPLEX,
    STRING = string::STRING,
    SYMBOL = symbol::SYMBOL,
    ARRAY = array::ARRAY,
    HASH = hash::HASH,
    RANGE = range::RANGE,
    REGEXP = regexp::REGEXP,
    MATCH_DATA = regexp::MATCH_DATA,
    PROC = procs::PROC,
    METHOD = procs::METHOD,
    UNBOUND_METHOD = procs::UNBOUND_METHOD,
    ENUMERATOR = enumerator::ENUMERATOR,
    LAZY = enumerator::LAZY,
    YIELDER = enumerator::YIELDER,
    GENERATOR = enumerator::GENERATOR,
    PRODUCER = enumerator::PRODUCER,
    CHAIN = enumerator::CHAIN,
    ARITHMETIC_SEQUENCE = enumerator::ARITHMETIC_SEQUENCE,
    STRUCT = structs::STRUCT,
    DATA = structs::data::DATA,
    SET = crate::library::set::SET,
    OBJECT_SPACE = object_space::OBJECT_SPACE,
    GC = object_space::GC,
    TIME = time::TIME,
    RANDOM = random::RANDOM,
    MATH = math::MATH,
    ENCODING = encoding::ENCODING,
    BINDING = binding::BINDING,
    THREAD = thread::THREAD,
    BACKTRACE = thread::BACKTRACE,
    LOCATION = thread::LOCATION,
    MUTEX = thread::MUTEX,
    QUEUE = thread::QUEUE,
    CONDITION_VARIABLE = thread::CONDITION_VARIABLE,
    MONITOR = thread::MONITOR,
    MONITOR_MIXIN = thread::MONITOR_MIXIN,
    FIBER = thread::FIBER,
    PROCESS = process::PROCESS,
    SIGNAL = process::SIGNAL,
    WARNING = process::WARNING,
    EXCEPTION = exception::EXCEPTION,
    NO_MEMORY_ERROR = exception::NO_MEMORY_ERROR,
    SCRIPT_ERROR = exception::SCRIPT_ERROR,
    LOAD_ERROR = exception::LOAD_ERROR,
    NOT_IMPLEMENTED_ERROR = exception::NOT_IMPLEMENTED_ERROR,
    SYNTAX_ERROR = exception::SYNTAX_ERROR,
    SECURITY_ERROR = exception::SECURITY_ERROR,
    SIGNAL_EXCEPTION = exception::SIGNAL_EXCEPTION,
    INTERRUPT = exception::INTERRUPT,
    SYSTEM_EXIT = exception::SYSTEM_EXIT,
    SYSTEM_STACK_ERROR = exception::SYSTEM_STACK_ERROR,
    STANDARD_ERROR = exception::STANDARD_ERROR,
    ARGUMENT_ERROR = exception::ARGUMENT_ERROR,
    DOMAIN_ERROR = math::DOMAIN_ERROR,
    UNCAUGHT_THROW_ERROR = exception::UNCAUGHT_THROW_ERROR,
    ENCODING_ERROR = exception::ENCODING_ERROR,
    FIBER_ERROR = exception::FIBER_ERROR,
    IO_ERROR = exception::IO_ERROR,
    EOF_ERROR = exception::EOF_ERROR,
    INDEX_ERROR = exception::INDEX_ERROR,
    KEY_ERROR = exception::KEY_ERROR,
    STOP_ITERATION = exception::STOP_ITERATION,
    CLOSED_QUEUE_ERROR = exception::CLOSED_QUEUE_ERROR,
    LOCAL_JUMP_ERROR = exception::LOCAL_JUMP_ERROR,
    NAME_ERROR = exception::NAME_ERROR,
    NO_METHOD_ERROR = exception::NO_METHOD_ERROR,
    RANGE_ERROR = exception::RANGE_ERROR,
    FLOAT_DOMAIN_ERROR = exception::FLOAT_DOMAIN_ERROR,
    REGEXP_ERROR = exception::REGEXP_ERROR,
    RUNTIME_ERROR = exception::RUNTIME_ERROR,
    FROZEN_ERROR = exception::FROZEN_ERROR,
    SYSTEM_CALL_ERROR = exception::SYSTEM_CALL_ERROR,
    ERRNO = exception::ERRNO,
    ENOENT = exception::ENOENT,
    EACCES = exception::EACCES,
    EEXIST = exception::EEXIST,
    EISDIR = exception::EISDIR,
    ENOTDIR = exception::ENOTDIR,
    EINVAL = exception::EINVAL,
    EIO = exception::EIO,
    EDOM = exception::EDOM,
    EPERM = exception::EPERM,
    THREAD_ERROR = exception::THREAD_ERROR,
    TYPE_ERROR = exception::TYPE_ERROR,
    ZERO_DIVISION_ERROR = exception::ZERO_DIVISION_ERROR,
    NO_MATCHING_PATTERN_ERROR = exception::NO_MATCHING_PATTERN_ERROR,
    NO_MATCHING_PATTERN_KEY_ERROR = exception::NO_MATCHING_PATTERN_KEY_ERROR,
    COMPATIBILITY_ERROR = exception::COMPATIBILITY_ERROR,
    UNDEFINED_CONVERSION_ERROR = exception::UNDEFINED_CONVERSION_ERROR,
    INVALID_BYTE_SEQUENCE_ERROR = exception::INVALID_BYTE_SEQUENCE_ERROR,
    CONVERTER_NOT_FOUND_ERROR = exception::CONVERTER_NOT_FOUND_ERROR,
    IO = io::IO,
    FILE = io::file::FILE,
    FILE_CONSTANTS = io::FILE_CONSTANTS,
    FILE_STAT = io::stat::FILE_STAT,
    FILE_TEST = io::file::FILE_TEST,
    DIR = io::dir::DIR,
    STRING_IO = crate::library::stringio::STRING_IO,
    BASE64 = crate::library::base64::BASE64,
    JSON = crate::library::json::JSON,
    JSON_ERROR = crate::library::json::JSON_ERROR,
    JSON_PARSER_ERROR = crate::library::json::PARSER_ERROR,
    JSON_NESTING_ERROR = crate::library::json::NESTING_ERROR,
    JSON_GENERATOR_ERROR = crate::library::json::GENERATOR_ERROR,
    JSON_EXT = crate::library::json::EXT,
    JSON_PARSER = crate::library::json::PARSER,
    JSON_GENERATOR = crate::library::json::GENERATOR,
    JSON_STATE = crate::library::json::STATE,
    JSON_GENERATOR_METHODS = crate::library::json::GENERATOR_METHODS,
    JSON_OBJECT_METHODS = crate::library::json::OBJECT_METHODS,
    PSYCH = crate::library::yaml::PSYCH,
    PSYCH_EXCEPTION = crate::library::yaml::EXCEPTION,
    PSYCH_BAD_ALIAS = crate::library::yaml::BAD_ALIAS,
    PSYCH_DISALLOWED_CLASS = crate::library::yaml::DISALLOWED_CLASS,
    PSYCH_SYNTAX_ERROR = crate::library::yaml::SYNTAX_ERROR,
    PSYCH_OMAP = crate::library::yaml::OMAP,
    PSYCH_SET = crate::library::yaml::SET,
    PSYCH_CODER = crate::library::yaml::CODER,
    DIGEST = crate::library::digest::DIGEST,
    DIGEST_INSTANCE = crate::library::digest::INSTANCE,
    DIGEST_CLASS = crate::library::digest::CLASS,
    DIGEST_BASE = crate::library::digest::BASE,
    DIGEST_MD5 = crate::library::digest::MD5,
    DIGEST_SHA1 = crate::library::digest::SHA1,
    DIGEST_SHA256 = crate::library::digest::SHA256,
    DIGEST_SHA384 = crate::library::digest::SHA384,
    DIGEST_SHA512 = crate::library::digest::SHA512,
    DIGEST_SHA2 = crate::library::digest::SHA2,
    HOCON = crate::library::hocon::HOCON,
    HOCON_FACTORY = crate::library::hocon::FACTORY,
    HOCON_CONFIG = crate::library::hocon::CONFIG,
    HOCON_ERROR = crate::library::hocon::ERROR,
    HOCON_PARSE_ERROR = crate::library::hocon::PARSE_ERROR,
    HOCON_UNRESOLVED = crate::library::hocon::UNRESOLVED,
    OPENSSL = crate::library::openssl::OPENSSL,
    OPENSSL_ERROR = crate::library::openssl::OPENSSL_ERROR,
    OPENSSL_DIGEST = crate::library::openssl::DIGEST,
    OPENSSL_DIGEST_ERROR = crate::library::openssl::DIGEST_ERROR,
    OPENSSL_MD5 = crate::library::digest::OPENSSL_MD5,
    OPENSSL_SHA1 = crate::library::digest::OPENSSL_SHA1,
    OPENSSL_SHA224 = crate::library::digest::OPENSSL_SHA224,
    OPENSSL_SHA256 = crate::library::digest::OPENSSL_SHA256,
    OPENSSL_SHA384 = crate::library::digest::OPENSSL_SHA384,
    OPENSSL_SHA512 = crate::library::digest::OPENSSL_SHA512,
    OPENSSL_HMAC = crate::library::openssl::HMAC,
    OPENSSL_PKCS5 = crate::library::openssl::PKCS5,
    OPENSSL_KDF = crate::library::openssl::KDF,
    KDF_ERROR = crate::library::openssl::KDF_ERROR,
    OPENSSL_RANDOM = crate::library::openssl::RANDOM,
    OPENSSL_X509 = crate::library::openssl::X509,
    OPENSSL_BN = crate::library::openssl::bn::BN,
    OPENSSL_NAME = crate::library::openssl::name::NAME,
    OPENSSL_EXTENSION = crate::library::openssl::certificate::EXTENSION,
    OPENSSL_CERTIFICATE = crate::library::openssl::certificate::CERTIFICATE,
    OPENSSL_CERTIFICATE_ERROR = crate::library::openssl::CERTIFICATE_ERROR,
    OPENSSL_STORE = crate::library::openssl::STORE,
    OPENSSL_PKEY = crate::library::openssl::PKEY,
    OPENSSL_PKEY_ERROR = crate::library::openssl::PKEY_ERROR,
    OPENSSL_ANY_KEY = crate::library::openssl::ANY_KEY,
    OPENSSL_RSA = crate::library::openssl::rsa::RSA,
    OPENSSL_RSA_ERROR = crate::library::openssl::RSA_ERROR,
    OPENSSL_CIPHER = crate::library::openssl::cipher::CIPHER,
    OPENSSL_CIPHER_ERROR = crate::library::openssl::CIPHER_ERROR,
    OPENSSL_SSL = crate::library::openssl::SSL,
    OPENSSL_SSL_ERROR = crate::library::openssl::SSL_ERROR,
    ZLIB = crate::library::zlib::ZLIB,
    ZLIB_ERROR = crate::library::zlib::ERROR,
    PUPPET = crate::puppet::module::PUPPET,
    PUPPET_POPS = crate::puppet::module::POPS,
    PUPPET_TYPES = crate::puppet::module::TYPES,
    PUPPET_TIME = crate::puppet::module::TIME,
    SEMANTIC_PUPPET = crate::puppet::module::SEMANTIC,
    PUPPET_PARSER = crate::puppet::module::PARSER,
    PUPPET_UTIL = crate::puppet::module::UTIL,
    PUPPET_UTIL_ERRORS = crate::puppet::module::UTIL_ERRORS,
    PUPPET_PACKAGE = crate::puppet::module::PACKAGE,
    PUPPET_FILES = crate::puppet::module::FILES,
    PUPPET_SETTINGS = crate::puppet::module::SETTINGS,
    FACTER = crate::puppet::module::FACTER,
    PUPPET_ERROR = crate::puppet::errors::ERROR,
    PUPPET_EXTERNAL_FILE_ERROR = crate::puppet::errors::EXTERNAL_FILE_ERROR,
    PUPPET_PARSE_ERROR = crate::puppet::errors::PARSE_ERROR,
    PUPPET_RESOURCE_ERROR = crate::puppet::errors::RESOURCE_ERROR,
    PUPPET_DEV_ERROR = crate::puppet::errors::DEV_ERROR,
    PUPPET_PARSE_ERROR_WITH_ISSUE = crate::puppet::errors::PARSE_ERROR_WITH_ISSUE,
    PUPPET_PREFORMATTED_ERROR = crate::puppet::errors::PREFORMATTED_ERROR,
    PUPPET_EXECUTION_FAILURE = crate::puppet::errors::EXECUTION_FAILURE,
    PUPPET_MISSING_COMMAND = crate::puppet::errors::MISSING_COMMAND,
    PUPPET_ANY_TYPE = crate::puppet::data::ANY_TYPE,
    PUPPET_RESOURCE_TYPE = crate::puppet::data::RESOURCE_TYPE,
    PUPPET_CLASS_TYPE = crate::puppet::data::CLASS_TYPE,
    PUPPET_SENSITIVE_TYPE = crate::puppet::data::SENSITIVE_TYPE,
    PUPPET_SENSITIVE = crate::puppet::data::SENSITIVE,
    PUPPET_BINARY_TYPE = crate::puppet::data::BINARY_TYPE,
    PUPPET_BINARY = crate::puppet::data::BINARY,
    PUPPET_ITERATOR = crate::puppet::data::ITERATOR,
    PUPPET_TIME_DATA = crate::puppet::data::TIME_DATA,
    PUPPET_TIMESTAMP = crate::puppet::data::TIMESTAMP,
    PUPPET_TIMESPAN = crate::puppet::data::TIMESPAN,
    PUPPET_VERSION = crate::puppet::data::VERSION,
    PUPPET_VERSION_RANGE = crate::puppet::data::VERSION_RANGE,
    PUPPET_OTHER = crate::puppet::data::OTHER,
    PUPPET_OLD_FUNCTIONS = crate::puppet::functions::FUNCTIONS,
    PUPPET_FUNCTIONS = crate::puppet::function::FUNCTIONS,
    PUPPET_POPS_FUNCTIONS = crate::puppet::function::POPS_FUNCTIONS,
    PUPPET_POPS_FUNCTION = crate::puppet::function::POPS_FUNCTION,
    PUPPET_DISPATCHER = crate::puppet::function::DISPATCHER,
    PUPPET_FUNCTION = crate::puppet::function::FUNCTION,
    PUPPET_INTERNAL_FUNCTION = crate::puppet::function::INTERNAL_FUNCTION,
    PUPPET_DISPATCHER_BUILDER = crate::puppet::function::BUILDER,
    PUPPET_INTERNAL_DISPATCHER_BUILDER = crate::puppet::function::INTERNAL_BUILDER,
    PUPPET_LOCAL_TYPES_BUILDER = crate::puppet::function::LOCAL_TYPES_BUILDER,
    PUPPET_LOADERS = crate::puppet::function::LOADERS,
    PUPPET_LOADER = crate::puppet::function::LOADER,
    PUPPET_FUNCTION_INSTANTIATOR = crate::puppet::function::INSTANTIATOR,
    PUPPET_OLD_FUNCTION_INSTANTIATOR = crate::puppet::function::OLD_INSTANTIATOR,
    PUPPET_EVALUATOR = crate::puppet::block::EVALUATOR,
    PUPPET_PROC = crate::puppet::block::PUPPET_PROC,
    PUPPET_ADAPTERS = crate::puppet::cache::ADAPTERS,
    PUPPET_OBJECT_CACHE = crate::puppet::cache::OBJECT_CACHE,
    PUPPET_AUTOLOADER = crate::puppet::functions::AUTOLOADER,
    PUPPET_SCOPE = crate::puppet::scope::SCOPE,
    PUPPET_TEMPLATE_WRAPPER = crate::puppet::template::TEMPLATE_WRAPPER,
    PUPPET_RESOURCE = crate::puppet::catalog::RESOURCE,
    PUPPET_PARSER_RESOURCE = crate::puppet::catalog::PARSER_RESOURCE,
    PUPPET_CATALOG = crate::puppet::catalog::CATALOG,
    PUPPET_TYPE_COLLECTION = crate::puppet::catalog::TYPE_COLLECTION,
    PUPPET_DEFINITION = crate::puppet::catalog::DEFINITION,
    PUPPET_MODULE = crate::puppet::catalog::PUPPET_MODULE,
    PUPPET_COMPILER = crate::puppet::catalog::COMPILER,
    PUPPET_NODE = crate::puppet::catalog::NODE,
    PUPPET_ENVIRONMENT = crate::puppet::catalog::ENVIRONMENT,
}
