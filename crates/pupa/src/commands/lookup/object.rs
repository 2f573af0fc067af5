//! `--format json`: the result, its locations and its explanation as one JSON object.

use pupa_hiera::explanation::{DataPlace, Explanation};
use pupa_value::Value;
use pupa_value::value::Hash;

use super::error_output::ErrorOutput;
use super::json::json;

/// The content of the object.
pub(super) struct Object<'a> {
    /// The requested keys.
    pub(super) keys: &'a [String],
    /// The value, or the reason why there is none.
    pub(super) answer: &'a Result<Value, ErrorOutput>,
    /// The explanation.
    pub(super) explanation: &'a Explanation,
    /// Whether the explanation is included.
    pub(super) is_explained: bool,
}

impl Object<'_> {
    /// The object on one line.
    ///
    /// # Errors
    /// The line to print instead, if the value can't be represented in JSON.
    pub(super) fn line(&self) -> Result<String, String> {
        let written = json(&self.whole()).map(|text| format!("{text}\n"));
        written.map_err(|error| format!("{}\n", self.without_values(error.message)))
    }

    fn whole(&self) -> Value {
        let mut all = self.head();
        match self.answer {
            Ok(value) => {
                all.insert("value", value.clone());
            }
            Err(error) => error.tell(&mut all),
        }
        let is_secret = self.answer.as_ref().is_ok_and(Value::holds_sensitive);
        let sources = self.sources();
        all.insert("sources", Value::array(sources.iter().map(|place| source(place, is_secret))));
        if self.is_explained {
            let explanation = self.explanation.clone().redacted(is_secret);
            all.insert("explanation", explanation.data_with_places());
        }
        Value::from(all)
    }

    /// The object for a value that can't be written.
    fn without_values(&self, message: String) -> String {
        let mut all = self.head();
        ErrorOutput::new(message).tell(&mut all);
        let sources = self.sources();
        all.insert("sources", Value::array(sources.iter().map(|place| Value::from(stand(place)))));
        // It contains only strings and numbers, so this can't fail.
        json(&Value::from(all)).unwrap_or_default()
    }

    fn head(&self) -> Hash {
        let mut all = Hash::new();
        let keys = self.keys.iter().map(|key| Value::from(key.as_str()));
        all.insert("keys", Value::array(keys));
        all.insert("found", self.answer.is_ok());
        all
    }

    fn sources(&self) -> Vec<DataPlace> {
        let mut sources = self.keys.iter().map(|key| self.explanation.sources(key));
        sources.find(|sources| !sources.is_empty()).unwrap_or_default()
    }
}

fn source(source: &DataPlace, is_secret: bool) -> Value {
    let mut hash = stand(source);
    let value = source.value.clone();
    hash.insert("value", if is_secret { Value::sensitive(value) } else { value });
    Value::from(hash)
}

/// The location of a value, as an object.
fn stand(source: &DataPlace) -> Hash {
    let mut hash = Hash::new();
    hash.insert("layer", source.layer.as_str());
    hash.insert("level", source.level.as_str());
    if let Some(file) = &source.file {
        hash.insert("file", file.clone());
    }
    if let Some(place) = source.place {
        hash.insert("line", i64::from(place.line));
        hash.insert("column", i64::from(place.column));
    }
    hash
}
