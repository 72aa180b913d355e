//! The operator table: priorities and types. Knows names only as atom ids.

use crate::atoms;
use rustc_hash::FxHashMap;

/// How an operator takes its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpType {
    Xfx,
    Xfy,
    Yfx,
    Fy,
    Fx,
    Xf,
    Yf,
}

impl OpType {
    /// The atom that names this type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Xfx => "xfx",
            Self::Xfy => "xfy",
            Self::Yfx => "yfx",
            Self::Fy => "fy",
            Self::Fx => "fx",
            Self::Xf => "xf",
            Self::Yf => "yf",
        }
    }

    /// The type an atom names.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Xfx, Self::Xfy, Self::Yfx, Self::Fy, Self::Fx, Self::Xf, Self::Yf]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// One definition of an operator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Op {
    pub(crate) priority: u16,
    pub(crate) kind: OpType,
}

impl Op {
    /// Highest priority of the left argument.
    pub(crate) fn left(self) -> u16 {
        match self.kind {
            OpType::Yfx | OpType::Yf => self.priority,
            OpType::Xfx | OpType::Xfy | OpType::Xf => self.priority - 1,
            OpType::Fy | OpType::Fx => 0,
        }
    }

    /// Highest priority of the right argument.
    pub(crate) fn right(self) -> u16 {
        match self.kind {
            OpType::Xfy | OpType::Fy => self.priority,
            OpType::Xfx | OpType::Yfx | OpType::Fx => self.priority - 1,
            OpType::Xf | OpType::Yf => 0,
        }
    }
}

/// The definitions of one name.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OpDefs {
    pub(crate) prefix: Option<Op>,
    pub(crate) infix: Option<Op>,
    pub(crate) postfix: Option<Op>,
}

/// All operators of a session.
#[derive(Debug, Clone)]
pub(crate) struct Ops {
    table: FxHashMap<u32, OpDefs>,
}

const STANDARD: &[(u16, OpType, &str)] = &[
    (1200, OpType::Xfx, ":- -->"),
    (1200, OpType::Fx, ":- ?-"),
    (1100, OpType::Xfy, "|"),
    (1100, OpType::Xfy, ";"),
    (1050, OpType::Xfy, "-> *->"),
    (1000, OpType::Xfy, ","),
    (990, OpType::Xfx, ":="),
    (760, OpType::Yfx, "#<==>"),
    (750, OpType::Xfy, "#==>"),
    (750, OpType::Yfx, "#<=="),
    (740, OpType::Yfx, "#\\/"),
    (730, OpType::Yfx, "#\\"),
    (720, OpType::Yfx, "#/\\"),
    (710, OpType::Fy, "#\\"),
    (700, OpType::Xfx, "#= #\\= #< #> #=< #>= in ins"),
    (450, OpType::Xfx, ".."),
    (900, OpType::Fy, "\\+"),
    (700, OpType::Xfx, "= \\= == \\== @< @> @=< @>= =@= \\=@= =.. is =:= =\\= < > =< >= >:< :< as"),
    (600, OpType::Xfy, ":"),
    (500, OpType::Yfx, "+ - /\\ \\/ xor"),
    (400, OpType::Yfx, "* / // mod rem << >> div rdiv divmod tdiv"),
    (200, OpType::Xfx, "**"),
    (200, OpType::Xfy, "^"),
    (200, OpType::Fy, "- + \\"),
    (100, OpType::Yfx, "."),
    (1, OpType::Fx, "$"),
    (
        1150,
        OpType::Fx,
        "dynamic discontiguous initialization meta_predicate module_transparent multifile public thread_local thread_initialization volatile table tnot",
    ),
];

impl Ops {
    /// The operators every program starts with.
    pub(crate) fn standard(names: &mut atoms::Atoms) -> Self {
        let mut ops = Self { table: FxHashMap::default() };
        for (priority, kind, list) in STANDARD {
            for name in list.split(' ').filter(|name| !matches!(*name, "." | "tnot")) {
                ops.define(names.intern(name), Op { priority: *priority, kind: *kind });
            }
        }
        ops
    }

    /// Adds a definition; priority 0 removes it.
    pub(crate) fn define(&mut self, name: u32, op: Op) {
        let defs = self.table.entry(name).or_default();
        let slot = match op.kind {
            OpType::Fy | OpType::Fx => &mut defs.prefix,
            OpType::Xfx | OpType::Xfy | OpType::Yfx => &mut defs.infix,
            OpType::Xf | OpType::Yf => &mut defs.postfix,
        };
        *slot = (op.priority > 0).then_some(op);
    }

    #[inline]
    pub(crate) fn get(&self, name: u32) -> OpDefs {
        self.table.get(&name).copied().unwrap_or_default()
    }

    /// Every definition, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, Op)> + '_ {
        self.table.iter().flat_map(|(name, defs)| {
            [defs.prefix, defs.infix, defs.postfix].into_iter().flatten().map(|op| (*name, op))
        })
    }
}
