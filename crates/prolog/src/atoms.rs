//! Interned names: one shared table of the program, one of the session, one of the running query.
//! Knows nothing of terms.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// One layer of names; ids start where the layer below ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct AtomTable {
    names: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, u32>,
    /// Words the names of this layer take, roughly.
    words: usize,
}

impl AtomTable {
    fn add(&mut self, name: &str, id: u32) {
        self.words += 8 + name.len() / 8;
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.ids.insert(name, id);
    }
}

/// The names a query can see.
#[derive(Debug, Clone)]
pub(crate) struct Atoms {
    base: Arc<AtomTable>,
    own: Arc<AtomTable>,
    local: AtomTable,
}

impl Atoms {
    /// A table with only the names the engine itself uses.
    pub(crate) fn new() -> Self {
        let mut base = AtomTable::default();
        for (id, name) in NAMES.iter().enumerate() {
            base.add(name, id as u32);
        }
        Self { base: Arc::new(base), own: Arc::default(), local: AtomTable::default() }
    }

    /// A table without any names, for reading numbers.
    pub(crate) fn empty() -> Self {
        Self { base: Arc::default(), own: Arc::default(), local: AtomTable::default() }
    }

    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.base
            .ids
            .get(name)
            .or_else(|| self.own.ids.get(name))
            .or_else(|| self.local.ids.get(name))
            .copied()
    }

    pub(crate) fn intern(&mut self, name: &str) -> u32 {
        if let Some(id) = self.find(name) {
            return id;
        }
        let id = self.len() as u32;
        self.local.add(name, id);
        id
    }

    /// Words taken by the names the running query has made.
    pub(crate) fn local_words(&self) -> usize {
        self.local.words
    }

    fn len(&self) -> usize {
        self.base.names.len() + self.own.names.len() + self.local.names.len()
    }

    /// The text of an atom.
    pub(crate) fn name(&self, id: u32) -> &Arc<str> {
        let id = id as usize;
        let base = self.base.names.len();
        if id < base {
            return &self.base.names[id];
        }
        let own = self.own.names.len();
        if id < base + own {
            return &self.own.names[id - base];
        }
        &self.local.names[id - base - own]
    }

    /// Keeps the names made by a query in the session.
    pub(crate) fn keep_local(&mut self) {
        if self.local.names.is_empty() {
            return;
        }
        let local = std::mem::take(&mut self.local);
        let own = Arc::make_mut(&mut self.own);
        own.names.extend(local.names);
        own.ids.extend(local.ids);
    }

    /// Forgets the names made by a query whose terms are all gone.
    pub(crate) fn drop_local(&mut self) {
        self.local = AtomTable::default();
    }

    /// One flat, shared table of everything known.
    pub(crate) fn freeze(&self) -> Self {
        let mut base = (*self.base).clone();
        for layer in [&*self.own, &self.local] {
            base.names.extend(layer.names.iter().cloned());
            base.ids.extend(layer.ids.iter().map(|(name, id)| (name.clone(), *id)));
        }
        Self { base: Arc::new(base), own: Arc::default(), local: AtomTable::default() }
    }
}

macro_rules! known {
    ($($id:ident $text:literal)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "ids of constants")]
        #[derive(Clone, Copy)]
        #[repr(u32)]
        enum Known { $($id),* }
        $(pub(crate) const $id: u32 = Known::$id as u32;)*
        const NAMES: &[&str] = &[$($text),*];
    };
}

known! {
NIL "[]" DOT "." CURLY "{}" COMMA "," BAR "|" SEMICOLON ";" ARROW "->" SOFT_ARROW "*->"
NECK ":-" QUERY "?-" DCG_ARROW "-->" NOT "\\+" CUT "!" TRUE "true" FALSE "false" FAIL "fail"
CALL "call" EQUAL "=" MINUS "-" PLUS "+" SLASH "/" DOUBLE_SLASH "//" CARET "^" ERROR "error"
TYPE_ERROR "type_error" DOMAIN_ERROR "domain_error"
INSTANTIATION_ERROR "instantiation_error" EXISTENCE_ERROR "existence_error"
PERMISSION_ERROR "permission_error" REPRESENTATION_ERROR "representation_error"
EVALUATION_ERROR "evaluation_error" RESOURCE_ERROR "resource_error"
SYNTAX_ERROR "syntax_error" CALLABLE "callable" EVALUABLE "evaluable" INTEGER "integer" ATOM "atom" ATOMIC "atomic"
NUMBER "number" LIST "list" PROCEDURE "procedure" COMPOUND "compound" CHARACTER "character" CHARACTER_CODE "character_code" VAR_FUNCTOR "$VAR" PREDICATE_INDICATOR
"predicate_indicator" LESS "<" GREATER ">" NOT_WORD "not"
ZERO_DIVISOR "zero_divisor" UNDEFINED "undefined" IS "is" END_OF_FILE "end_of_file"
MODIFY "modify" STATIC_PROCEDURE "static_procedure" PRIVATE_PROCEDURE "private_procedure" CREATE "create"
OPERATOR "operator" FLOAT_OVERFLOW "float_overflow" MEMORY "memory" PAIR "pair" FLAG "flag" MAX_ARITY "max_arity" PROOF_CLAUSE "$clause" PROOF_NOT "$not" PROOF_TABLED "$tabled" PROOF_CONTROL "$control" PROOF_UNDEFINED "$undefined" SOLVE "$solve" ONCE "once" IGNORE "ignore" FLOAT "float" EQ "==" NE "\\==" NOT_LESS_THAN_ZERO "not_less_than_zero" NOT_LESS_THAN_ONE "not_less_than_one" NON_EMPTY_LIST "non_empty_list" ORDER "order"
INF "inf" INFINITE "infinite" MAX_INTEGER "max_integer" CLPFD "clpfd" PROPAGATOR "$propagator" ATT "att" ATTRIBUTE_HOOK "$attribute_hook" WAKEUP "$wakeup" COLON ":" DOTS ".." OR_SET "\\/" }
