//! The parser: converts tokens to the tree.
//!
//! It is a hand-written recursive descent parser with one function for each production of the
//! reference's grammar, and a loop over operator precedence for expressions. Its files follow the
//! grammar: statements, expressions, primary expressions, calls, resources, definitions, strings.
//!
//! The parser always returns a tree. It reports a syntax error in the reference's words and at the
//! reference's position, and skips the statement ([`recover`]), so that one mistake gives one
//! error. Nesting is limited, so that no input can exhaust the stack of this or any later pass.

mod call;
mod conditional;
mod definition;
mod expression;
mod primary;
mod recover;
mod resource;
mod statement;
mod string;
mod type_definition;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::edition::Edition;
use crate::issues::grammar as issues;
use crate::issues::lexical;
use crate::lexer::{LexOptions, lex};
use crate::piece::{Piece, pieces};
use crate::source::{Source, Span};
use crate::token::{Token, TokenKind, Tokens};
use crate::tree::{
    AttributeOperation, CaseOption, Entry, Expr, ExprId, ExprKind, FeatureSetting, List, Parameter,
    ResourceBody, SelectorEntry, Tables, Text, Tree, TypeStatement,
};

/// The limit for the nesting of expressions.
const MAX_DEPTH: u32 = 500;

/// The maximum length of chains such as `a + b + c` or `a -> b -> c`, whose trees are as deep as
/// they are long.
const MAX_CHAIN: u32 = 2000;

/// The maximum height of a tree. It is needed in addition, since each level of nesting may contain
/// a chain.
const MAX_HEIGHT: u32 = 5000;

/// If the nesting and the chains of a tree are below this, its height need not be checked.
const SHALLOW: u32 = 64;

/// The limit for reported errors of one file.
const MAX_ERRORS: usize = 1000;

/// The maximum number of errors with an explanation, since the search for open brackets takes time.
const MAX_EXPLAINED: usize = 50;

/// The kind of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// A manifest, `.pp`.
    #[default]
    Manifest,
    /// A template, `.epp`.
    Template,
}

/// Options for parsing.
#[derive(Debug, Clone, Copy)]
pub struct ParseOptions {
    /// The edition of the language.
    pub edition: Edition,
    /// Whether type definitions are parsed.
    pub extensions: bool,
    /// Manifest or template.
    pub dialect: Dialect,
    /// Whether `plan` and `apply` are keywords, as they are in scripts.
    pub tasks: bool,
}

impl Default for ParseOptions {
    fn default() -> ParseOptions {
        ParseOptions {
            edition: Edition::default(),
            extensions: true,
            dialect: Dialect::default(),
            tasks: false,
        }
    }
}

/// The result of parsing: the tree, the tokens and the diagnostics.
#[derive(Debug)]
pub struct Parsed {
    /// The tree; incomplete if there are errors.
    pub tree: Tree,
    /// The tokens, in the order in which the parser reads them; [`Parsed::pieces`] has them in the
    /// order of the text, with everything between them.
    pub tokens: Vec<Token>,
    /// Errors and warnings, in the order in which the reference finds them.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Returns the whole text as pieces: tokens, and the trivia between them. Their texts, one
    /// after the other, are the source.
    ///
    /// ```
    /// use pupa_syntax::{ParseOptions, parse, source::Source};
    /// let source = "$a = [1, # one\n 2]\n";
    /// let parsed = parse(Source::new("site.pp", source).into(), &ParseOptions::default());
    /// let texts = parsed.pieces().into_iter().map(|piece| parsed.tree.source().slice(piece.span));
    /// assert_eq!(texts.collect::<String>(), source);
    /// ```
    pub fn pieces(&self) -> Vec<Piece> {
        pieces(self.tree.source().text(), &self.tokens, self.tree.comments())
    }
}

/// Parses a text.
///
/// ```
/// use pupa_syntax::{ParseOptions, parse, source::Source};
/// let parsed = parse(Source::new("site.pp", "file { '/tmp/x' ensure => file }").into(), &ParseOptions::default());
/// assert_eq!(parsed.diagnostics[0].message, "Syntax error at 'ensure'");
/// ```
pub fn parse(source: Arc<Source>, options: &ParseOptions) -> Parsed {
    let lex_options =
        LexOptions { edition: options.edition, dialect: options.dialect, tasks: options.tasks };
    let tokens = lex(&source, lex_options);
    let mut parser = Parser::new(&source, *options, tokens);
    let root = parser.program();
    parser.blame_open_text();
    let root = parser.limit_height(root);
    let Parser { tokens, tables, mut diagnostics, .. } = parser;
    // Errors come first, since they are the reason why the file can't be used. Warnings after the
    // first error may be consequences of it, so they are dropped.
    let limit = diagnostics.first().map_or(u32::MAX, |error| error.span().end);
    let warnings = tokens.warnings.into_iter().filter(|warning| warning.span().start <= limit);
    diagnostics.extend(warnings);
    let tree = Tree::new(source, tokens.made, root, tokens.comments, tables);
    Parsed { tree, tokens: tokens.tokens, diagnostics }
}

/// Returns the number of tokens of a source, for benchmarks of the lexer.
#[doc(hidden)]
pub fn count_tokens(source: &Arc<Source>, options: &ParseOptions) -> usize {
    let ParseOptions { edition, dialect, tasks, .. } = *options;
    lex(source, LexOptions { edition, dialect, tasks }).tokens.len()
}

/// The error type of parser functions: the error has been reported already.
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'s> {
    source: &'s Arc<Source>,
    options: ParseOptions,
    tokens: Tokens,
    /// The index of the current token.
    pos: usize,
    tables: Tables,
    scratch: Scratch,
    diagnostics: Vec<Diagnostic>,
    /// The offset after the tokens skipped because of the last error, if the end of the skipped
    /// part is certain. Errors after it are new.
    news_from: Option<u32>,
    depth: u32,
    /// The maximum nesting and chain length so far.
    extent: u32,
    /// The names of the classes around the current position.
    namespace: Vec<Text>,
    /// Whether `{` after an expression starts a block, as in conditions.
    block_follows: bool,
}

/// Lists under construction. A list takes the nodes after the mark at which it started.
#[derive(Debug, Default)]
struct Scratch {
    exprs: Vec<ExprId>,
    entries: Vec<Entry>,
    selector_entries: Vec<SelectorEntry>,
    case_options: Vec<CaseOption>,
    parameters: Vec<Parameter>,
    bodies: Vec<ResourceBody>,
    operations: Vec<AttributeOperation>,
    settings: Vec<FeatureSetting>,
    type_statements: Vec<TypeStatement>,
}

/// The lengths of all lists under construction at some point.
#[derive(Debug, Clone, Copy)]
struct Marks([usize; 9]);

impl Scratch {
    fn marks(&self) -> Marks {
        Marks([
            self.exprs.len(),
            self.entries.len(),
            self.selector_entries.len(),
            self.case_options.len(),
            self.parameters.len(),
            self.bodies.len(),
            self.operations.len(),
            self.settings.len(),
            self.type_statements.len(),
        ])
    }

    /// Drops the nodes that were added since and not taken by a list.
    fn reset(&mut self, Marks(marks): Marks) {
        self.exprs.truncate(marks[0]);
        self.entries.truncate(marks[1]);
        self.selector_entries.truncate(marks[2]);
        self.case_options.truncate(marks[3]);
        self.parameters.truncate(marks[4]);
        self.bodies.truncate(marks[5]);
        self.operations.truncate(marks[6]);
        self.settings.truncate(marks[7]);
        self.type_statements.truncate(marks[8]);
    }
}

impl<'s> Parser<'s> {
    fn new(source: &'s Arc<Source>, options: ParseOptions, tokens: Tokens) -> Parser<'s> {
        let token_count = tokens.tokens.len();
        Parser {
            source,
            options,
            tokens,
            pos: 0,
            tables: Tables::for_tokens(token_count),
            scratch: Scratch::default(),
            diagnostics: Vec::new(),
            news_from: None,
            depth: 0,
            extent: 0,
            namespace: Vec::new(),
            block_follows: false,
        }
    }

    // Tokens

    fn token(&self) -> Token {
        self.tokens.tokens[self.pos]
    }

    fn kind(&self) -> TokenKind {
        self.tokens.tokens[self.pos].kind
    }

    /// The kind of the token after the current one. The list ends with two `End` tokens, so there
    /// is always one.
    fn next_kind(&self) -> TokenKind {
        self.tokens.tokens[(self.pos + 1).min(self.tokens.tokens.len() - 1)].kind
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// Moves to the next token and returns the current one. Never moves past the end.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.pos += 1;
        }
        token
    }

    /// Moves past the current token if it is of this kind.
    fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        self.at(kind).then(|| self.bump())
    }

    /// Moves past a token of this kind; reports an error if there is another one.
    fn expect(&mut self, kind: TokenKind) -> Parse<Token> {
        if self.at(kind) { Ok(self.bump()) } else { self.unexpected() }
    }

    /// The text of a token: its value, without quotes or `$`.
    fn text(&self, token: Token) -> Text {
        if token.text != Token::NO_TEXT {
            return self.tokens.texts[token.text as usize];
        }
        let Span { start, end } = token.span;
        let first = self.source.text().as_bytes().get(start as usize).copied().unwrap_or(0);
        let (front, back) = token.kind.delimiters(first);
        let start = start + front as u32;
        Text::of_source(Span::new(start, (end - back as u32).max(start)))
    }

    fn read(&self, text: Text) -> &str {
        text.read(self.source.text(), &self.tokens.made)
    }

    // Nodes

    fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.tables.add(Expr { span, kind })
    }

    fn expr(&self, id: ExprId) -> &Expr {
        self.tables.get(id)
    }

    /// Returns the offset at which the reference reports an expression.
    fn place(&self, id: ExprId) -> u32 {
        self.tables.place(id)
    }

    fn span_of(&self, id: ExprId) -> Span {
        self.tables.get(id).span
    }

    /// Ends a list of expressions that started at `mark`.
    fn list(&mut self, mark: usize) -> List<ExprId> {
        self.tables.add_list(&mut self.scratch.exprs, mark)
    }

    // Errors

    /// Reports that the current token is not allowed here.
    fn unexpected<T>(&mut self) -> Parse<T> {
        let token = self.token();
        if token.kind == TokenKind::Error {
            return self.lexical_error();
        }
        // A missing bracket is noticed at the end of the file, but so are other errors in a file
        // with errors.
        let is_echo = token.kind == TokenKind::End && !self.diagnostics.is_empty();
        if !is_echo && self.is_news(token.span) {
            let diagnostic = self.syntax_error(token);
            self.report(diagnostic);
        }
        Err(Reported)
    }

    /// Reports the lexer's error at the current token, and moves past it.
    fn lexical_error<T>(&mut self) -> Parse<T> {
        let found = self.tokens.errors.binary_search_by_key(&(self.pos as u32), |error| error.0);
        if let Ok(number) = found {
            let error = self.tokens.errors[number].1.clone();
            // An unclosed tag is noticed at the end, but so are other errors in a template with
            // errors.
            let is_echo =
                error.is(&lexical::records::epp_unbalanced_tag) && !self.diagnostics.is_empty();
            if !is_echo {
                self.report(error);
            }
        }
        self.bump();
        Err(Reported)
    }

    /// Reports the violation of a rule that is not part of the grammar. The reference notices it
    /// after the next token, so an error in that token comes first.
    fn semantic_error(&mut self, diagnostic: Diagnostic) -> Parse<()> {
        if self.at(TokenKind::Error) {
            return self.lexical_error();
        }
        self.report(diagnostic);
        Ok(())
    }

    /// Whether an error at this range is probably independent of the last one: it is on a later
    /// line, or after the part that was skipped.
    fn is_news(&self, span: Span) -> bool {
        let Some(last) = self.diagnostics.last() else { return true };
        self.news_from.is_some_and(|from| span.start >= from)
            || self.source.line_of(span.start) > self.source.line_of(last.span().start)
    }

    /// Adds an error if it is independent of the last one. After too many errors, parsing ends.
    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.is_news(diagnostic.span()) {
            return;
        }
        let span = diagnostic.span();
        self.diagnostics.push(diagnostic);
        self.news_from = None;
        if self.diagnostics.len() == MAX_ERRORS {
            self.diagnostics.push(issues::too_many_errors(MAX_ERRORS).at(self.source, span));
            self.pos = self.tokens.tokens.len() - 1;
        }
    }

    // Limits

    /// Calls `read`, up to a limit of nested calls.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        self.extent = self.extent.max(self.depth);
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Counts the elements of a chain, up to a limit.
    fn chained(&mut self, links: &mut u32) -> Parse<()> {
        *links += 1;
        self.extent = self.extent.max(*links);
        if *links > MAX_CHAIN { self.too_deep() } else { Ok(()) }
    }

    /// Replaces a tree that is too high for recursive passes by an error.
    fn limit_height(&mut self, root: ExprId) -> ExprId {
        if self.extent <= SHALLOW {
            return root;
        }
        let Some(too_high) = self.tables.higher_than(MAX_HEIGHT) else { return root };
        let span = self.span_of(too_high);
        if self.diagnostics.is_empty() {
            self.diagnostics
                .push(lexical::nesting_too_deep().at(self.source, Span::at(span.start)));
        }
        self.add(span, ExprKind::Error)
    }

    /// Reports that the nesting limit was reached, and skips the rest of the file.
    fn too_deep<T>(&mut self) -> Parse<T> {
        let diagnostic = lexical::nesting_too_deep()
            .at(self.source, self.span())
            .note(format!("expressions may be nested {MAX_DEPTH} deep"));
        self.report(diagnostic);
        self.pos = self.tokens.tokens.len() - 1;
        Err(Reported)
    }

    /// Calls `read` inside brackets, where `{` does not end a condition.
    fn bracketed<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer = std::mem::replace(&mut self.block_follows, false);
        let result = read(self);
        self.block_follows = outer;
        result
    }
}

impl Parser<'_> {
    /// Returns the reference's error for an unexpected token, with our help text.
    fn syntax_error(&self, token: Token) -> Diagnostic {
        if token.kind == TokenKind::End {
            let error =
                issues::syntax_error("end of input").at(self.source, token.span).without_position();
            return self.explain_end(error);
        }
        let text = self.read(self.text(token));
        let display = match token.kind {
            TokenKind::Regexp => shown_regexp(text),
            TokenKind::RenderExpr | TokenKind::Other => String::new(),
            _ => text.to_owned(),
        };
        let error = issues::syntax_error(&format!("'{display}'")).at(self.source, token.span);
        self.explain_syntax_error(error, token)
    }
}

/// A regular expression as Ruby shows it.
fn shown_regexp(pattern: &str) -> String {
    format!("(?-mix:{})", pattern.replace('/', "\\/"))
}
