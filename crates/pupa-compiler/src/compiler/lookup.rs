//! Looks up data for a node from outside of manifests, for `pupa lookup`.

use pupa_eval::Evaluator;
use pupa_eval::log::Log;
use pupa_eval::lookup::QuestionError;
use pupa_hiera::Question;
use pupa_hiera::error_origin::ErrorOrigin;
use pupa_hiera::explanation::Explanation;
use pupa_hiera::search::Reply;
use pupa_value::value::Text;

use super::{Compiler, Control};
use crate::node::Node;
use pupa_project::compile_error::CompileError;
use pupa_project::exported_resources::Exported;
use pupa_project::main_manifest::{MainManifest, MainPrograms};

/// A request to look up data for a node.
#[derive(Debug)]
pub struct LookupRequest {
    /// The keys and options, without the type.
    pub question: Question,
    /// The required type of the value, as text.
    pub type_text: Option<String>,
    /// Whether to compile the catalog of the node first, so that variables of manifests are set.
    pub compiles: bool,
    /// The explanation to fill, if one is requested.
    pub explanation: Option<Explanation>,
}

/// The result of a lookup.
#[derive(Debug)]
pub struct LookupResponse {
    /// The value, or the reason why there is none.
    pub answer: Result<Reply, NodeLookupError>,
    /// The most similar key in the data, if the key has no value.
    pub near_key: Option<Text>,
    /// The explanation, if one was requested.
    pub explanation: Option<Explanation>,
    /// The messages that were logged.
    pub logs: Vec<Log>,
}

/// The reasons for a missing value.
#[derive(Debug)]
pub enum NodeLookupError {
    /// The catalog could not be compiled, so nothing was looked up.
    Compilation(CompileError),
    /// The type is unknown, so nothing was looked up.
    Type(String),
    /// The lookup failed.
    Lookup {
        /// The error.
        error: QuestionError,
        /// The file that was being read at that time, if known.
        origin: Option<ErrorOrigin>,
    },
}

impl Compiler {
    /// Looks up data for a node. If its catalog is not compiled first, no variables of manifests
    /// are set.
    pub fn look_up(&self, node: &Node, asked: LookupRequest) -> LookupResponse {
        let exported = Exported::default();
        let host = self.host(node, &exported, Control::default());
        let mut evaluator = self.evaluator(node, &host);
        let LookupRequest { question, type_text, compiles, mut explanation } = asked;
        let question = self
            .prepare(&mut evaluator, node, compiles)
            .map_err(NodeLookupError::Compilation)
            .and_then(|()| with_type(question, type_text.as_deref(), &evaluator));
        let mut near_key = None;
        let answer = question.and_then(|question| {
            let answer = evaluator.look_up(&question, explanation.as_mut());
            if let Ok(Reply::NotFound) = answer {
                near_key = evaluator.near_key(&question);
            }
            answer.map_err(|error| {
                let origin = evaluator.lookup_error_origin();
                NodeLookupError::Lookup { error, origin }
            })
        });
        LookupResponse { answer, near_key, explanation, logs: evaluator.take_logs() }
    }

    fn prepare(
        &self,
        evaluator: &mut Evaluator<'_>,
        node: &Node,
        compiles: bool,
    ) -> Result<(), CompileError> {
        if compiles {
            return self.run(evaluator, node);
        }
        evaluator.set_node_classes(Default::default());
        let files = self.project.files();
        let nothing = MainPrograms::read(MainManifest::Nothing, &self.settings, files);
        evaluator.compile(nothing.programs()?, &node.name)?;
        Ok(())
    }
}

fn with_type(
    question: Question,
    type_text: Option<&str>,
    evaluator: &Evaluator<'_>,
) -> Result<Question, NodeLookupError> {
    let Some(text) = type_text else { return Ok(question) };
    let parsed = evaluator.type_of_text(text);
    let value_type = Some(parsed.map_err(|error| NodeLookupError::Type(error.message))?);
    Ok(Question { value_type, ..question })
}
