//! The state of a run of the language.
//!
//! A [`Run`] has the programs that take part, the frames and scopes with their variables, the calls
//! that are under way, the limits and the messages: the parts that operators and calls need. Its
//! methods evaluate nothing. It does not know catalogs, data, objects or Ruby code; an
//! [`Evaluator`](super::Evaluator) has them beside it.

use std::rc::Rc;
use std::sync::Arc;

use pupa_syntax::syntax_checker::is_own_warning;
use pupa_syntax::tree::ExprId;
use pupa_value::Value;
use pupa_value::value::Text;
use rustc_hash::{FxHashMap, FxHashSet};

use super::depth::Budget;
use super::epp;
use super::lambda::CallerState;
use super::matching::Match;
use super::scope::{ScopeId, Scopes, TOP};
use crate::host::Host;
use crate::log::{Level, Log, Place};
use crate::program::Program;
use crate::settings::Settings;

/// The state of a run of the language.
pub(crate) struct Run<'h> {
    pub(crate) settings: Settings,
    pub(crate) host: &'h dyn Host,
    /// The programs of the run, by number.
    pub(super) programs: Vec<Arc<Program>>,
    /// The numbers of programs by their address.
    pub(super) numbers: FxHashMap<usize, u32>,
    /// The program that is running.
    pub(super) program: u32,
    /// The variables outside of lambdas and functions, by scope.
    pub(crate) scopes: Scopes,
    /// The scopes whose code waits for other code, with the last match of each.
    pub(super) suspended: Vec<(ScopeId, Option<Rc<Match>>)>,
    /// The slots of all frames.
    pub(super) stack: Vec<Option<Value>>,
    /// The frames of the running lambdas and functions.
    pub(super) frames: Vec<Frame>,
    /// The innermost frame.
    pub(super) frame: u32,
    /// The start of the slots of the innermost frame.
    pub(super) base: usize,
    /// The type logic whose scope the running code has, or [`NO_LOGIC`].
    pub(super) logic: u32,
    /// The matches of regular expressions, the current one last. A function begins without a match.
    pub(super) matches: Vec<Option<Rc<Match>>>,
    /// The calls that are under way.
    pub(super) calls: Vec<CallRecord>,
    /// The output of templates so far, the innermost last.
    pub(super) templates: Vec<epp::Output>,
    /// The names of the arguments of running templates, the innermost last.
    pub(super) given_names: Vec<Box<[Text]>>,
    pub(super) budget: Budget,
    /// A reused buffer for building strings.
    pub(super) scratch: String,
    pub(super) logs: Vec<Log>,
    /// The keys of warnings that are given once.
    pub(super) warned: FxHashSet<String>,
    /// Whether a lookup is repeated only to find out where its value comes from.
    pub(super) is_quiet: bool,
    /// Whether variables of the top scope may be assigned again.
    pub(super) reassigns: bool,
}

/// The variables of a running lambda or function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The start of its slots.
    pub(super) base: usize,
    /// The frame around the lambda in the text, or [`NO_FRAME`].
    pub(super) parent: u32,
    /// The program of the code, or [`NO_PROGRAM`] for the arguments of a template.
    pub(super) program: u32,
    /// The number of its layout in the program, or among the names of template arguments.
    pub(super) layout: u32,
}

/// The `program` of a frame with the arguments of a template.
pub(super) const NO_PROGRAM: u32 = u32::MAX;

/// No type logic is running.
pub(crate) const NO_LOGIC: u32 = u32::MAX;

/// Outside of all frames: variables belong to the scope.
pub(crate) const NO_FRAME: u32 = u32::MAX;

/// The context from which variables are resolved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewpoint {
    pub(crate) scope: ScopeId,
    pub(crate) frame: u32,
}

/// A call that is under way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallRecord {
    pub(crate) program: u32,
    pub(crate) at: ExprId,
}

impl<'h> Run<'h> {
    /// A run that has not begun.
    pub(super) fn new(settings: Settings, host: &'h dyn Host) -> Run<'h> {
        Run {
            budget: Budget::new(&settings.limits),
            settings,
            host,
            programs: Vec::new(),
            numbers: FxHashMap::default(),
            program: 0,
            scopes: Scopes::default(),
            suspended: Vec::new(),
            stack: Vec::new(),
            frames: Vec::new(),
            frame: NO_FRAME,
            base: 0,
            logic: NO_LOGIC,
            matches: Vec::new(),
            calls: Vec::new(),
            templates: Vec::new(),
            given_names: Vec::new(),
            scratch: String::new(),
            logs: Vec::new(),
            warned: FxHashSet::default(),
            is_quiet: false,
            reassigns: false,
        }
    }

    /// Resets the state after an error.
    pub(super) fn unwind(&mut self) {
        self.stack.clear();
        self.frames.clear();
        self.frame = NO_FRAME;
        self.base = 0;
        self.scopes.current = TOP;
        self.matches.clear();
        self.calls.clear();
        self.logic = NO_LOGIC;
        self.templates.clear();
        self.given_names.clear();
        self.budget.restart();
    }

    /// Logs the warnings of the reference implementation about the text of a program.
    pub(super) fn log_warnings(&mut self, program: &Program) {
        // Other warnings are reported by `pupa check` only.
        let warnings = program.warnings().iter().filter(|warning| !is_own_warning(warning));
        for warning in warnings {
            let place =
                Place { source: Arc::clone(program.source()), offset: warning.span().start };
            self.push_log(Level::Warning, warning.message.clone(), String::new(), Some(place));
        }
    }

    pub(crate) fn add_program(&mut self, program: &Arc<Program>) -> u32 {
        let next = self.programs.len() as u32;
        let number = *self.numbers.entry(Arc::as_ptr(program) as usize).or_insert(next);
        if number == next {
            // The program is kept, so that its address identifies it.
            self.programs.push(Arc::clone(program));
        }
        number
    }

    /// The program that is running.
    pub(crate) fn current(&self) -> &Arc<Program> {
        &self.programs[self.program as usize]
    }

    /// The program of that number.
    pub(crate) fn program_at(&self, number: u32) -> &Arc<Program> {
        &self.programs[number as usize]
    }

    /// The programs that take part, by number.
    pub(crate) fn programs(&self) -> &[Arc<Program>] {
        &self.programs
    }

    /// The number of the program that is running.
    pub(crate) fn program_number(&self) -> u32 {
        self.program
    }

    /// Makes a program the running one; returns the number of the previous one.
    pub(crate) fn switch_program(&mut self, number: u32) -> u32 {
        std::mem::replace(&mut self.program, number)
    }

    /// Prepares the run of another program: all steps are available, and the last match is unset.
    pub(crate) fn begin(&mut self) {
        self.budget.restart();
        self.matches.clear();
    }

    /// Resets all match variables, at the end of a program.
    pub(crate) fn forget_matches(&mut self) {
        self.matches.clear();
    }

    /// Whether variables and definitions may be replaced.
    pub(crate) fn may_reassign(&self) -> bool {
        self.reassigns
    }

    /// Sets whether messages are kept from the log; returns the previous setting.
    pub(crate) fn set_quiet(&mut self, is_quiet: bool) -> bool {
        std::mem::replace(&mut self.is_quiet, is_quiet)
    }

    /// The calls that are under way, the outermost first.
    pub(crate) fn calls(&self) -> &[CallRecord] {
        &self.calls
    }

    /// The innermost call.
    pub(crate) fn innermost_call(&self) -> Option<&CallRecord> {
        self.calls.last()
    }

    /// The context from which variables are resolved.
    pub(crate) fn vantage(&self) -> Viewpoint {
        Viewpoint { scope: self.scopes.current, frame: self.frame }
    }

    /// Sets the context from which variables are resolved; returns the previous one.
    pub(crate) fn see_from(&mut self, vantage: Viewpoint) -> Viewpoint {
        let before = self.vantage();
        self.scopes.current = vantage.scope;
        self.frame = vantage.frame;
        before
    }

    /// The values of all frames.
    pub(crate) fn frame_values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.stack.iter_mut().flatten()
    }

    /// The type logic whose scope the running code has, or [`NO_LOGIC`].
    pub(crate) fn logic(&self) -> u32 {
        self.logic
    }

    /// Whether type logic is running.
    #[inline]
    pub(super) fn is_in_logic(&self) -> bool {
        self.logic != NO_LOGIC
    }

    /// Enters the code of type logic, which sees neither outer variables nor matches.
    pub(crate) fn enter_logic(&mut self, logic: u32, program: u32, layout: u32) -> CallerState {
        let saved = self.enter(program, NO_FRAME, layout);
        self.logic = logic;
        self.matches.push(None);
        saved
    }

    /// The location of the innermost call.
    pub(crate) fn place(&self) -> Place {
        match self.calls.last() {
            Some(call) => self.place_of(call.program, call.at),
            None => self.place_of(self.program, self.current().tree.root()),
        }
    }

    pub(crate) fn place_of(&self, program: u32, at: ExprId) -> Place {
        let tree = &self.programs[program as usize].tree;
        Place { source: Arc::clone(tree.source()), offset: tree.place(at) }
    }

    /// Whether there was no warning with this key before.
    pub(crate) fn is_new_warning(&mut self, key: &str) -> bool {
        // The reference remembers this number of warnings, and reports no further ones.
        const MOST: usize = 100;
        self.warned.len() < MOST && self.warned.insert(key.to_owned())
    }

    pub(crate) fn push_log(
        &mut self,
        level: Level,
        message: String,
        source: String,
        place: Option<Place>,
    ) {
        if self.is_quiet {
            return;
        }
        let log = Log { level, message, source, place, is_trace: false };
        self.host.log(&log);
        self.logs.push(log);
    }
}
