//! Looking data up for a node, without a program that asks.

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
use pupa_project::exported::Exported;
use pupa_project::main_manifest::{MainManifest, MainPrograms};

/// A lookup for a node.
#[derive(Debug)]
pub struct Asked {
    /// The question, without a type.
    pub question: Question,
    /// The type that the value must be of, as text.
    pub type_text: Option<String>,
    /// Whether the catalog of the node is compiled before.
    pub compiles: bool,
    /// An explanation to be filled.
    pub explanation: Option<Explanation>,
}

/// The result of a lookup.
#[derive(Debug)]
pub struct LookedUp {
    /// The value, or why there is none.
    pub answer: Result<Reply, AnswerError>,
    /// The nearest key of data, if there is no value.
    pub near_key: Option<Text>,
    /// The explanation of the result.
    pub explanation: Option<Explanation>,
    /// The messages that were logged.
    pub logs: Vec<Log>,
}

/// The reasons why there is no answer.
#[derive(Debug)]
pub enum AnswerError {
    /// The lookup did not happen: there is no catalog.
    Compilation(CompileError),
    /// The lookup did not happen: its type is unknown.
    Type(String),
    /// The question was put.
    Lookup {
        /// The error.
        error: QuestionError,
        /// The file that was being read when it failed, if it is known.
        origin: Option<ErrorOrigin>,
    },
}

impl Compiler {
    /// Looks something up for a node. Unless its catalog is compiled before, programs have not set
    /// any variables.
    pub fn look_up(&self, node: &Node, asked: Asked) -> LookedUp {
        let exported = Exported::default();
        let host = self.host(node, &exported, Control::default());
        let mut evaluator = self.evaluator(node, &host);
        let Asked { question, type_text, compiles, mut explanation } = asked;
        let question = self
            .prepare(&mut evaluator, node, compiles)
            .map_err(AnswerError::Compilation)
            .and_then(|()| with_type(question, type_text.as_deref(), &evaluator));
        let mut near_key = None;
        let answer = question.and_then(|question| {
            let answer = evaluator.look_up(&question, explanation.as_mut());
            if let Ok(Reply::NotFound) = answer {
                near_key = evaluator.near_key(&question);
            }
            answer.map_err(|error| {
                let origin = evaluator.lookup_error_origin();
                AnswerError::Lookup { error, origin }
            })
        });
        LookedUp { answer, near_key, explanation, logs: evaluator.take_logs() }
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
) -> Result<Question, AnswerError> {
    let Some(text) = type_text else { return Ok(question) };
    let parsed = evaluator.type_of_text(text);
    let value_type = Some(parsed.map_err(|error| AnswerError::Type(error.message))?);
    Ok(Question { value_type, ..question })
}
