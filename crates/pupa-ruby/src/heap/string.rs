//! `RString`: a string as a Ruby object, with its bytes and its encoding.

use ecow::EcoString;

use crate::value::ClassId;

/// The encodings that strings can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// `UTF-8`
    Utf8,
    /// `ASCII-8BIT`, also called `BINARY`
    Binary,
    /// `US-ASCII`
    UsAscii,
    /// `ISO-8859-1`
    Latin1,
    /// `UTF-16LE`
    Utf16Le,
    /// `UTF-16BE`
    Utf16Be,
}

impl Encoding {
    /// The name as Ruby prints it.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Binary => "ASCII-8BIT",
            Encoding::UsAscii => "US-ASCII",
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::Utf16Le => "UTF-16LE",
            Encoding::Utf16Be => "UTF-16BE",
        }
    }
}

/// The bytes of a string.
#[derive(Debug, Clone)]
enum Content {
    /// Valid UTF-8, shared until it is changed. A string of any encoding may have such bytes.
    Text(EcoString),
    /// Any bytes.
    Bytes(Vec<u8>),
}

/// A string as a Ruby object.
#[derive(Debug, Clone)]
pub struct RString {
    content: Content,
    /// `String` or a subclass.
    pub class: ClassId,
    /// The encoding.
    pub encoding: Encoding,
    /// Whether it must not be changed.
    pub frozen: bool,
    /// Whether it comes from Puppet, so that a change is noted (see [`crate::bridge::changes`]).
    pub watched: bool,
}

impl RString {
    /// A string of valid UTF-8.
    pub fn from_text(text: EcoString) -> RString {
        RString {
            content: Content::Text(text),
            class: crate::core::class::STRING,
            encoding: Encoding::Utf8,
            frozen: false,
            watched: false,
        }
    }

    /// A string of any bytes in an encoding.
    pub fn from_bytes(bytes: Vec<u8>, encoding: Encoding) -> RString {
        let content = match String::from_utf8(bytes) {
            Ok(text) => Content::Text(text.into()),
            Err(error) => Content::Bytes(error.into_bytes()),
        };
        RString {
            content,
            class: crate::core::class::STRING,
            encoding,
            frozen: false,
            watched: false,
        }
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    /// The content as `str` if the bytes are valid UTF-8, in any encoding.
    #[inline]
    pub fn utf8(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
        }
    }

    /// The content as `str` if its characters are those of UTF-8: valid UTF-8, and not a binary
    /// string with bytes beyond ASCII. `None` means that the string must be treated as bytes.
    #[inline]
    pub fn text(&self) -> Option<&str> {
        match self.encoding {
            Encoding::Utf8 => self.utf8(),
            Encoding::Utf16Le | Encoding::Utf16Be => None,
            _ => self.utf8().filter(|text| text.is_ascii()),
        }
    }

    /// The content for messages and paths: invalid bytes are replaced.
    pub fn lossy(&self) -> std::borrow::Cow<'_, str> {
        match &self.content {
            Content::Text(text) => std::borrow::Cow::Borrowed(text),
            Content::Bytes(bytes) => String::from_utf8_lossy(bytes),
        }
    }

    /// The content as a shared string if it is valid UTF-8, without copying where possible.
    pub fn shared_text(&self) -> Option<EcoString> {
        match &self.content {
            Content::Text(text) => Some(text.clone()),
            Content::Bytes(bytes) => std::str::from_utf8(bytes).ok().map(EcoString::from),
        }
    }

    /// The number of bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes().len()
    }

    /// Whether the string is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether all bytes are ASCII.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        self.bytes().is_ascii()
    }

    /// Whether the bytes are valid in the encoding.
    pub fn is_valid(&self) -> bool {
        match self.encoding {
            Encoding::Utf8 => self.utf8().is_some(),
            Encoding::UsAscii => self.is_ascii(),
            Encoding::Utf16Le | Encoding::Utf16Be => self.len().is_multiple_of(2),
            Encoding::Binary | Encoding::Latin1 => true,
        }
    }

    /// Whether equal bytes mean equal strings: the encodings are the same, or both are ASCII.
    pub fn is_comparable(&self, other: &RString) -> bool {
        self.encoding == other.encoding || self.is_ascii()
    }

    /// Replaces the content.
    pub fn set_text(&mut self, text: EcoString) {
        self.content = Content::Text(text);
    }

    /// Replaces the bytes.
    pub fn set_bytes(&mut self, bytes: Vec<u8>) {
        self.content = RString::from_bytes(bytes, self.encoding).content;
    }

    /// Appends text. The encoding stays.
    #[inline]
    pub fn push_str(&mut self, more: &str) {
        match &mut self.content {
            Content::Text(text) => text.push_str(more),
            Content::Bytes(bytes) => bytes.extend_from_slice(more.as_bytes()),
        }
    }

    /// Appends the digits of an integer.
    pub fn push_integer(&mut self, number: i64) {
        let mut digits = [0_u8; 20];
        let mut start = digits.len();
        let mut rest = number.unsigned_abs();
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            start -= 1;
            digits[start] = b'-';
        }
        if let Ok(text) = std::str::from_utf8(&digits[start..]) {
            self.push_str(text);
        }
    }

    /// Appends bytes. The encoding stays.
    pub fn push_bytes(&mut self, more: &[u8]) {
        match (&mut self.content, std::str::from_utf8(more)) {
            (Content::Text(text), Ok(more)) => text.push_str(more),
            (Content::Text(text), Err(_)) => {
                let mut bytes = text.as_bytes().to_vec();
                bytes.extend_from_slice(more);
                self.content = Content::Bytes(bytes);
            }
            (Content::Bytes(bytes), _) => bytes.extend_from_slice(more),
        }
    }

    /// A copy of the bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        self.bytes().to_vec()
    }

    /// Takes the content of another string, sharing it.
    pub fn assign(&mut self, other: &RString) {
        self.content = other.content.clone();
        self.encoding = other.encoding;
    }
}
