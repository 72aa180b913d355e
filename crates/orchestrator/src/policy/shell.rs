//! A shell script taken apart: every simple command in it, wherever it stands, and whatever cannot
//! be known before it runs.

use brush_parser::ast::{
    AndOrList, AssignmentValue, Command, CommandPrefixOrSuffixItem, CompoundCommand, CompoundList,
    ExtendedTestExpr, IoFileRedirectKind, IoFileRedirectTarget, IoRedirect, Pipeline, Program,
    RedirectList, SimpleCommand, SubshellCommand, Word,
};
use brush_parser::word::{self, WordPiece, WordPieceWithSource};
use brush_parser::{Parser, ParserOptions};

const DEEPEST: usize = 16;

/// A word: its text, or nothing if it is only known when the script runs.
pub(super) type Text = Option<String>;

/// One simple command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) words: Vec<Text>,
    pub(super) variables: Vec<String>,
}

/// A script taken apart.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub(super) commands: Vec<Simple>,
    /// Files that are written by redirection.
    pub(super) writes: bool,
    /// What cannot be known.
    pub(super) unclear: Option<String>,
    depth: usize,
}

/// Takes a script apart.
pub(super) fn read(text: &str) -> Script {
    let mut script = Script::default();
    script.text(text);
    script
}

impl Script {
    fn doubt(&mut self, why: &str) {
        if self.unclear.is_none() {
            self.unclear = Some(why.to_owned());
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        if self.depth >= DEEPEST {
            return self.doubt("it is nested too deeply");
        }
        self.depth += 1;
        let options = ParserOptions::default();
        match Parser::new(std::io::Cursor::new(text), &options).parse_program() {
            Ok(program) => self.program(&program),
            Err(_) => self.doubt("it is no shell command that can be read"),
        }
        self.depth -= 1;
    }

    fn program(&mut self, program: &Program) {
        program.complete_commands.iter().for_each(|list| self.list(list));
    }

    fn list(&mut self, list: &CompoundList) {
        list.0.iter().for_each(|item| self.and_or(&item.0));
    }

    fn and_or(&mut self, list: &AndOrList) {
        for (_, pipeline) in list {
            self.pipeline(pipeline);
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline) {
        pipeline.seq.iter().for_each(|command| self.command(command));
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound, redirects) => {
                self.compound(compound);
                self.redirects(redirects.as_ref());
            }
            Command::Function(function) => {
                // A function can take the name of any command that follows.
                self.doubt("it defines a function");
                self.compound(&function.body.0);
                self.redirects(function.body.1.as_ref());
            }
            Command::ExtendedTest(test, redirects) => {
                self.test(&test.expr);
                self.redirects(redirects.as_ref());
            }
        }
    }

    fn compound(&mut self, compound: &CompoundCommand) {
        match compound {
            CompoundCommand::Arithmetic(it) => self.arithmetic(&it.expr.value),
            CompoundCommand::ArithmeticForClause(it) => {
                for expression in [&it.initializer, &it.condition, &it.updater] {
                    expression.iter().for_each(|it| self.arithmetic(&it.value));
                }
                self.list(&it.body.list);
            }
            CompoundCommand::BraceGroup(group) => self.list(&group.list),
            CompoundCommand::Subshell(subshell) => self.list(&subshell.list),
            CompoundCommand::ForClause(it) => {
                it.values.iter().flatten().for_each(|word| drop(self.word(word)));
                self.list(&it.body.list);
            }
            CompoundCommand::CaseClause(it) => {
                drop(self.word(&it.value));
                for case in &it.cases {
                    case.patterns.iter().for_each(|word| drop(self.word(word)));
                    case.cmd.iter().for_each(|list| self.list(list));
                }
            }
            CompoundCommand::IfClause(it) => {
                self.list(&it.condition);
                self.list(&it.then);
                for clause in it.elses.iter().flatten() {
                    clause.condition.iter().for_each(|list| self.list(list));
                    self.list(&clause.body);
                }
            }
            CompoundCommand::WhileClause(it) | CompoundCommand::UntilClause(it) => {
                self.list(&it.0);
                self.list(&it.1.list);
            }
            CompoundCommand::Coprocess(it) => self.command(&it.body),
        }
    }

    fn test(&mut self, test: &ExtendedTestExpr) {
        match test {
            ExtendedTestExpr::And(left, right) | ExtendedTestExpr::Or(left, right) => {
                self.test(left);
                self.test(right);
            }
            ExtendedTestExpr::Not(inner) | ExtendedTestExpr::Parenthesized(inner) => {
                self.test(inner)
            }
            ExtendedTestExpr::UnaryTest(_, word) => drop(self.word(word)),
            ExtendedTestExpr::BinaryTest(_, left, right) => {
                drop(self.word(left));
                drop(self.word(right));
            }
        }
    }

    fn simple(&mut self, simple: &SimpleCommand) {
        let mut found = Simple::default();
        for item in simple.prefix.iter().flat_map(|prefix| &prefix.0) {
            self.item(item, &mut found);
        }
        if let Some(name) = &simple.word_or_name {
            let name = self.word(name);
            found.words.push(name);
        }
        for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
            self.item(item, &mut found);
        }
        if !found.words.is_empty() || !found.variables.is_empty() {
            self.commands.push(found);
        }
    }

    fn item(&mut self, item: &CommandPrefixOrSuffixItem, found: &mut Simple) {
        match item {
            CommandPrefixOrSuffixItem::IoRedirect(redirect) => self.redirect(redirect),
            CommandPrefixOrSuffixItem::Word(word) => {
                let text = self.word(word);
                found.words.push(text);
            }
            CommandPrefixOrSuffixItem::AssignmentWord(assignment, word) => {
                match &assignment.value {
                    AssignmentValue::Scalar(value) => drop(self.word(value)),
                    AssignmentValue::Array(values) => {
                        values.iter().for_each(|(_, value)| drop(self.word(value)));
                    }
                }
                if found.words.is_empty() {
                    found.variables.push(assignment.name.to_string());
                } else {
                    let text = self.word(word);
                    found.words.push(text);
                }
            }
            CommandPrefixOrSuffixItem::ProcessSubstitution(_, subshell) => {
                self.subshell(subshell);
                found.words.push(None);
            }
        }
    }

    fn subshell(&mut self, subshell: &SubshellCommand) {
        self.list(&subshell.list);
    }

    fn redirects(&mut self, redirects: Option<&RedirectList>) {
        redirects.iter().flat_map(|list| &list.0).for_each(|redirect| self.redirect(redirect));
    }

    fn redirect(&mut self, redirect: &IoRedirect) {
        match redirect {
            IoRedirect::File(_, kind, target) => {
                let to_file = match target {
                    IoFileRedirectTarget::Filename(word) => {
                        let text = self.word(word);
                        text.as_deref() != Some("/dev/null")
                    }
                    IoFileRedirectTarget::ProcessSubstitution(_, subshell) => {
                        self.subshell(subshell);
                        false
                    }
                    IoFileRedirectTarget::Fd(_) | IoFileRedirectTarget::Duplicate(_) => false,
                };
                let reads =
                    matches!(kind, IoFileRedirectKind::Read | IoFileRedirectKind::DuplicateInput);
                self.writes |= to_file && !reads;
            }
            IoRedirect::HereDocument(_, document) => {
                if document.requires_expansion {
                    drop(self.word(&document.doc));
                }
            }
            IoRedirect::HereString(_, word) => drop(self.word(word)),
            IoRedirect::OutputAndError(word, _) => {
                let text = self.word(word);
                self.writes |= text.as_deref() != Some("/dev/null");
            }
        }
    }

    /// The text of a word; commands inside it are taken apart as well.
    fn word(&mut self, word: &Word) -> Text {
        let options = ParserOptions::default();
        match word::parse(&word.value, &options) {
            Ok(pieces) => self.pieces(&pieces),
            Err(_) => {
                self.doubt("a word cannot be read");
                None
            }
        }
    }

    fn pieces(&mut self, pieces: &[WordPieceWithSource]) -> Text {
        let mut text = Some(String::new());
        for piece in pieces {
            let next = self.piece(&piece.piece);
            text = text.zip(next).map(|(text, next)| text + &next);
        }
        text
    }

    fn piece(&mut self, piece: &WordPiece) -> Text {
        match piece {
            WordPiece::Text(text) | WordPiece::SingleQuotedText(text) => Some(text.clone()),
            WordPiece::EscapeSequence(text) => {
                Some(text.strip_prefix('\\').unwrap_or(text).to_owned())
            }
            WordPiece::DoubleQuotedSequence(inner)
            | WordPiece::GettextDoubleQuotedSequence(inner) => self.pieces(inner),
            WordPiece::AnsiCQuotedText(text) if !text.contains('\\') => Some(text.clone()),
            WordPiece::AnsiCQuotedText(_) => None,
            WordPiece::TildeExpansion(_) => Some("~".to_owned()),
            WordPiece::ParameterExpansion(expansion) => {
                // A default such as `${x:-$(command)}` is a script of its own.
                let inner = format!("{expansion:?}");
                if inner.contains("$(") || inner.contains('`') {
                    self.doubt("a command stands inside a variable's default");
                }
                None
            }
            WordPiece::CommandSubstitution(script)
            | WordPiece::BackquotedCommandSubstitution(script) => {
                self.text(script);
                None
            }
            WordPiece::ArithmeticExpression(expression) => {
                self.arithmetic(&expression.value);
                None
            }
        }
    }

    fn arithmetic(&mut self, expression: &str) {
        if expression.contains("$(") || expression.contains('`') || expression.contains('[') {
            self.doubt("a command may stand inside arithmetic");
        }
    }
}
