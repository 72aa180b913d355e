//! The value type of results: a term that owns itself, flat, cheap to clone and to drop.
//! Knows nothing of the machine's cells.

use crate::atoms::Atoms;
use crate::convert;
use crate::error::{Error, SyntaxError};
use crate::flags::Quotes;
use crate::ops::Ops;
use crate::reader::{Context, Reader};
use crate::span::{Located, Span};
use crate::watch::Watch;
use crate::writer::{self, Source, Style};
use num_bigint::BigInt;
use std::sync::{Arc, OnceLock};

/// A term outside the machine: immutable, shared, comparable, printable.
///
/// All nodes of a term sit in one shared arena, so a million nested terms clone and drop in
/// constant host stack. `Display` prints it as `writeq` does, with the standard operators.
#[derive(Clone)]
pub struct Term {
    pub(crate) arena: Arc<[Node]>,
    pub(crate) root: u32,
}

/// One node of a term's arena; a compound's arguments are consecutive nodes.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Var(Arc<str>),
    Atom(Arc<str>),
    Int(i64),
    Big(Arc<BigInt>),
    Float(f64),
    Str(Arc<str>),
    Compound { name: Arc<str>, arity: u32, first: u32 },
}

/// What a term is, one level deep.
#[derive(Debug, Clone)]
pub enum View<'t> {
    /// An unbound variable and its name, such as `_12` or the name in the text.
    Var(&'t str),
    /// An atom.
    Atom(&'t str),
    /// An integer that fits 64 bits.
    Int(i64),
    /// A larger integer.
    Big(&'t BigInt),
    /// A float.
    Float(f64),
    /// A string.
    Str(&'t str),
    /// A compound: its name and arguments. A list cell is `'.'(Head, Tail)`.
    Compound(&'t str, Vec<Term>),
}

impl Term {
    fn leaf(node: Node) -> Self {
        Self { arena: Arc::from([node]), root: 0 }
    }

    /// A variable with this name.
    #[must_use]
    pub fn var(name: &str) -> Self {
        Self::leaf(Node::Var(name.into()))
    }

    /// An atom.
    #[must_use]
    pub fn atom(name: &str) -> Self {
        Self::leaf(Node::Atom(name.into()))
    }

    /// An integer.
    #[must_use]
    pub fn int(value: i64) -> Self {
        Self::leaf(Node::Int(value))
    }

    /// A float.
    #[must_use]
    pub fn float(value: f64) -> Self {
        Self::leaf(Node::Float(value))
    }

    /// A string.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::leaf(Node::Str(text.into()))
    }

    /// A compound; with no arguments, the atom.
    #[must_use]
    pub fn compound(name: &str, args: &[Self]) -> Self {
        if args.is_empty() {
            return Self::atom(name);
        }
        let arity = args.len() as u32;
        let mut nodes = vec![Node::Compound { name: name.into(), arity, first: 1 }];
        nodes.extend(args.iter().map(|arg| arg.node().clone()));
        for (i, arg) in args.iter().enumerate() {
            arg.copy_arguments_into(&mut nodes, i + 1);
        }
        Self { arena: nodes.into(), root: 0 }
    }

    /// A proper list.
    #[must_use]
    pub fn list(items: &[Self]) -> Self {
        let mut nodes = Vec::with_capacity(items.len() * 2 + 1);
        let dot: Arc<str> = ".".into();
        for (i, item) in items.iter().enumerate() {
            let first = (2 * i + 1) as u32;
            nodes.push(Node::Compound { name: dot.clone(), arity: 2, first });
            nodes.push(item.node().clone());
        }
        nodes.push(Node::Atom("[]".into()));
        for (i, item) in items.iter().enumerate() {
            item.copy_arguments_into(&mut nodes, 2 * i + 1);
        }
        Self { arena: nodes.into(), root: 0 }
    }

    /// Appends the arguments of `self` below `nodes[at]`, which is a copy of its root node.
    fn copy_arguments_into(&self, nodes: &mut Vec<Node>, at: usize) {
        let mut pending = vec![at];
        while let Some(at) = pending.pop() {
            let Node::Compound { arity, first, .. } = nodes[at].clone() else { continue };
            let new_first = nodes.len();
            for k in 0..arity {
                nodes.push(self.arena[(first + k) as usize].clone());
                pending.push(new_first + k as usize);
            }
            if let Node::Compound { first, .. } = &mut nodes[at] {
                *first = new_first as u32;
            }
        }
    }

    pub(crate) fn node(&self) -> &Node {
        &self.arena[self.root as usize]
    }

    /// What this term is, one level deep.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        match self.node() {
            Node::Var(name) => View::Var(name),
            Node::Atom(name) => View::Atom(name),
            Node::Int(value) => View::Int(*value),
            Node::Big(value) => View::Big(value),
            Node::Float(value) => View::Float(*value),
            Node::Str(text) => View::Str(text),
            Node::Compound { name, arity, .. } => {
                View::Compound(name, (0..*arity as usize).filter_map(|i| self.arg(i)).collect())
            }
        }
    }

    /// The name of an atom or compound.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        if let Node::Atom(name) | Node::Compound { name, .. } = self.node() {
            return Some(name);
        }
        None
    }

    /// The number of arguments; 0 unless compound.
    #[must_use]
    pub fn arity(&self) -> usize {
        if let Node::Compound { arity, .. } = self.node() { *arity as usize } else { 0 }
    }

    /// Argument `index`, from 0.
    #[must_use]
    pub fn arg(&self, index: usize) -> Option<Self> {
        let Node::Compound { arity, first, .. } = self.node() else { return None };
        (index < *arity as usize)
            .then(|| Self { arena: self.arena.clone(), root: first + index as u32 })
    }

    /// The items of a proper list, or nothing.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        let mut items = Vec::new();
        let mut at = self.clone();
        loop {
            match at.node() {
                Node::Atom(name) if &**name == "[]" => return Some(items),
                Node::Compound { name, arity: 2, first } if &**name == "." => {
                    items.push(Self { arena: at.arena.clone(), root: *first });
                    at = Self { arena: at.arena.clone(), root: first + 1 };
                }
                Node::Var(_)
                | Node::Atom(_)
                | Node::Int(_)
                | Node::Big(_)
                | Node::Float(_)
                | Node::Str(_)
                | Node::Compound { .. } => return None,
            }
        }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        let mut pending = vec![(self.root, other.root)];
        while let Some((a, b)) = pending.pop() {
            let same = match (&self.arena[a as usize], &other.arena[b as usize]) {
                (Node::Var(a), Node::Var(b))
                | (Node::Atom(a), Node::Atom(b))
                | (Node::Str(a), Node::Str(b)) => a == b,
                (Node::Int(a), Node::Int(b)) => a == b,
                (Node::Big(a), Node::Big(b)) => a == b,
                (Node::Float(a), Node::Float(b)) => a.to_bits() == b.to_bits(),
                (
                    Node::Compound { name, arity, first },
                    Node::Compound { name: name2, arity: arity2, first: first2 },
                ) => {
                    if arity == arity2 {
                        pending.extend((0..*arity).map(|i| (first + i, first2 + i)));
                    }
                    name == name2 && arity == arity2
                }
                _ => false,
            };
            if !same {
                return false;
            }
        }
        true
    }
}

impl std::fmt::Debug for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes, root {:?}", self.arena.len(), self.node())
    }
}

/// Names and operators every program starts with, for reading and printing terms by themselves.
fn standard() -> &'static (Atoms, Ops) {
    static STANDARD: OnceLock<(Atoms, Ops)> = OnceLock::new();
    STANDARD.get_or_init(|| {
        let mut atoms = Atoms::new();
        let ops = Ops::standard(&mut atoms);
        (atoms.freeze(), ops)
    })
}

impl Term {
    /// Reads one term in standard syntax; double-quoted text is a string.
    ///
    /// # Errors
    /// [`Error::Syntax`] if the text is not exactly one term.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Self::read(text, |text| Reader::new(text)).map(|located| located.term)
    }

    /// Reads one term with a reader that may note places.
    pub(crate) fn read(text: &str, reader: fn(&str) -> Reader<'_>) -> Result<Located, Error> {
        let (atoms, ops) = standard();
        let mut atoms = atoms.clone();
        let mut heap = Vec::new();
        let watch = Watch::default();
        let mut cx = Context {
            heap: &mut heap,
            atoms: &mut atoms,
            ops,
            quotes: Quotes::Strings,
            watch: &watch,
        };
        let ended = format!("{text} .");
        let mut reader = reader(&ended);
        let Some(read) = reader.read(&mut cx)? else {
            return Err(not_one(text, 0, "unexpected end of text, expected a term"));
        };
        if let Some(more) = reader.read(&mut cx)? {
            let message = "expected one term, found another after it";
            return Err(not_one(text, more.span.start, message));
        }
        let mut names: convert::Names =
            read.vars.iter().map(|var| (crate::cell::addr(var.cell), var.name.clone())).collect();
        let term = convert::to_term(&heap, &atoms, read.term, &mut names);
        let spans = convert::spans(&heap, (read.term, read.span), &reader.into_places());
        Ok(Located { term, spans: spans.into() })
    }
}

fn not_one(text: &str, offset: usize, message: &str) -> Error {
    let (line, column) = Span { start: offset, end: offset }.line_column(text);
    Error::Syntax(SyntaxError { line, column, offset, message: message.into() })
}

impl std::fmt::Display for Term {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (atoms, ops) = standard();
        let mut atoms = atoms.clone();
        let mut heap = Vec::new();
        let mut vars = rustc_hash::FxHashMap::default();
        let cell = convert::to_cells(self, &mut heap, &mut atoms, &mut vars);
        let names = vars
            .into_iter()
            .map(|(name, cell)| (crate::cell::addr(cell), name.to_string()))
            .collect();
        let style = Style { names, ..Style::quoted() };
        let watch = Watch::default();
        let source = Source { heap: &heap, atoms: &atoms, ops, most: usize::MAX, watch: &watch };
        f.write_str(&writer::write(source, cell, &style))
    }
}
