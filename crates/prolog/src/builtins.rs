//! The table of built-in predicates written in Rust: name, arity, how it runs, what it does.
//! There is no predicate for files, network, shell or processes.

mod atoms;
mod attributes;
mod comparison;
mod database;
mod environment;
mod format;
mod lists;
mod maintenance;
mod numbers;
mod output;
mod reading;
mod strings;
mod terms;
pub(crate) mod text;

pub(crate) use database::{compile_error, head_parts, is_protected, split_clause, wrap_variables};

pub(crate) use output::source;

use crate::db::Db;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res};
use crate::machine::{attributes as waking, cleanup, control, table};

/// A term as `writeq/1` writes it.
pub(crate) fn render_quoted(m: &Machine, db: &Db, term: crate::cell::Cell) -> String {
    output::render(m, db, term, &crate::writer::Style::quoted())
}

/// Where a control built-in goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It succeeded.
    True,
    /// It failed.
    Fail,
    /// Call this slot with the arguments in the registers.
    Exec(u32),
    /// Run this code.
    Goto(u64),
}

/// A deterministic function of the registers from its second operand on.
pub(crate) type Det = fn(&mut Machine, &mut Db, usize) -> Res<bool>;

/// How a built-in runs.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// At most one solution; compiled inline.
    Det(Det),
    /// May leave a choice point to be called again.
    Many(fn(&mut Machine, &mut Db, Redo) -> Res<bool>),
    /// Changes what runs next.
    Control(fn(&mut Machine, &mut Db) -> Res<Flow>),
}

/// One row of the table.
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    pub(crate) arity: usize,
    pub(crate) run: Run,
    pub(crate) doc: &'static str,
}

impl Builtin {
    /// Whether the compiler may call it without a frame.
    pub(crate) fn is_inline(&self) -> bool {
        matches!(self.run, Run::Det(_))
    }
}

const fn det(name: &'static str, arity: usize, run: Det, doc: &'static str) -> Builtin {
    Builtin { name, arity, run: Run::Det(run), doc }
}

const fn many(
    name: &'static str,
    arity: usize,
    run: fn(&mut Machine, &mut Db, Redo) -> Res<bool>,
    doc: &'static str,
) -> Builtin {
    Builtin { name, arity, run: Run::Many(run), doc }
}

const fn control(
    name: &'static str,
    arity: usize,
    run: fn(&mut Machine, &mut Db) -> Res<Flow>,
    doc: &'static str,
) -> Builtin {
    Builtin { name, arity, run: Run::Control(run), doc }
}

/// Every built-in. A name that starts with `$` is for the library only.
pub(crate) static TABLE: &[Builtin] = &[
    control("call", 1, control::call::<1>, "call a goal, opaque to cuts"),
    control("call", 2, control::call::<2>, "call a goal with one more argument"),
    control("call", 3, control::call::<3>, "call a goal with two more arguments"),
    control("call", 4, control::call::<4>, "call a goal with three more arguments"),
    control("call", 5, control::call::<5>, "call a goal with four more arguments"),
    control("call", 6, control::call::<6>, "call a goal with five more arguments"),
    control("call", 7, control::call::<7>, "call a goal with six more arguments"),
    control("call", 8, control::call::<8>, "call a goal with seven more arguments"),
    control("$solve", 2, control::solve, "run a goal whose cuts go back to a level"),
    control("$not", 1, table::naf, "negation of a goal, tabled or not"),
    control("catch", 3, control::catch, "call a goal; on a ball that unifies, call the recovery"),
    control("throw", 1, control::throw, "throw a copy of a term"),
    control("halt", 0, control::halt, "end the query"),
    control("halt", 1, control::halt, "end the query"),
    det("$bag_open", 1, control::bag_open, "start a bag of solutions"),
    det("$bag_add", 2, control::bag_add, "add a copy of a term to a bag"),
    det("$bag_close", 3, control::bag_close, "unify with the terms of a bag"),
    det("var", 1, terms::test::<0>, "the term is a variable"),
    det("nonvar", 1, terms::test::<1>, "the term is not a variable"),
    det("atom", 1, terms::test::<2>, "the term is an atom"),
    det("integer", 1, terms::test::<3>, "the term is an integer"),
    det("float", 1, terms::test::<4>, "the term is a float"),
    det("number", 1, terms::test::<5>, "the term is a number"),
    det("atomic", 1, terms::test::<6>, "the term is atomic"),
    det("compound", 1, terms::test::<7>, "the term is compound"),
    det("callable", 1, terms::test::<8>, "the term is an atom or compound"),
    det("string", 1, terms::test::<9>, "the term is a string"),
    det("is_list", 1, terms::test::<10>, "the term is a proper list"),
    det("ground", 1, comparison::ground, "the term has no variables"),
    det("=", 2, comparison::unify, "unify two terms"),
    det("\\=", 2, comparison::not_unify, "the terms do not unify"),
    det("==", 2, comparison::same, "the terms are identical"),
    det("\\==", 2, comparison::different, "the terms are not identical"),
    det("@<", 2, comparison::before, "standard order: less"),
    det("@=<", 2, comparison::not_after, "standard order: less or equal"),
    det("@>", 2, comparison::after, "standard order: greater"),
    det("@>=", 2, comparison::not_before, "standard order: greater or equal"),
    det("compare", 3, comparison::compare, "standard order as `<`, `=` or `>`"),
    det("=@=", 2, comparison::variant, "the terms are equal up to renaming of variables"),
    det("\\=@=", 2, comparison::not_variant, "the terms are no variants"),
    det("?=", 2, comparison::decided, "the terms are identical or cannot unify"),
    det(
        "unify_with_occurs_check",
        2,
        comparison::unify_occurs,
        "unify without making cyclic terms",
    ),
    det("subsumes_term", 2, comparison::subsumes, "the first term can be made the second"),
    det("is", 2, numbers::is, "evaluate an expression"),
    det("<", 2, numbers::less, "arithmetic: less"),
    det("=<", 2, numbers::not_greater, "arithmetic: less or equal"),
    det(">", 2, numbers::greater, "arithmetic: greater"),
    det(">=", 2, numbers::not_less, "arithmetic: greater or equal"),
    det("=:=", 2, numbers::numeric_equal, "arithmetic: equal"),
    det("=\\=", 2, numbers::numeric_different, "arithmetic: not equal"),
    det("succ", 2, numbers::succ, "the second is the successor of the first"),
    det("plus", 3, numbers::plus, "the third is the sum of the others"),
    det("functor", 3, terms::functor, "name and arity of a term"),
    many("arg", 3, terms::arg, "an argument of a compound"),
    det("=..", 2, terms::univ, "a term as a list of name and arguments"),
    det("compound_name_arity", 3, terms::compound_name_arity, "name and arity of a compound"),
    det(
        "compound_name_arguments",
        3,
        terms::compound_name_arguments,
        "name and arguments of a compound",
    ),
    det("duplicate_term", 2, terms::copy_term, "a copy with fresh variables"),
    det("acyclic_term", 1, comparison::acyclic, "the term does not contain itself"),
    det("cyclic_term", 1, comparison::cyclic, "the term contains itself"),
    control("$resume", 1, waking::resume, "the call that hooks of variables came before"),
    control("$cut", 1, control::cut, "cut back to a number of choice points"),
    control("$cleanup_point", 1, cleanup::point, "what to run when the clause's work ends"),
    det("$undefined", 1, terms::undefined, "whether the derivation rests on something undefined"),
    det("$kind", 2, database::kind, "how a goal is proved: by clauses, by a table, by a built-in"),
    det("$choices", 1, terms::choices, "how many choice points there are"),
    det("copy_term_nat", 2, terms::copy_term, "a copy with fresh variables and no attributes"),
    det("term_variables", 2, terms::term_variables, "the variables of a term in order"),
    det("term_variables", 3, terms::term_variables_tail, "the variables of a term, with a tail"),
    det("setarg", 3, terms::setarg, "replace an argument until backtracking"),
    det("nb_setarg", 3, terms::nb_setarg, "replace an argument by a copy for good"),
    det("$numbervars", 3, terms::numbervars, "bind variables to `'$VAR'(N)`"),
    det("$free_variables", 3, terms::free_variables, "strip `^` and list the free variables"),
    many("between", 3, numbers::between, "an integer between two bounds"),
    many("length", 2, lists::length, "the length of a list"),
    det("msort", 2, lists::msort, "sort by standard order, keeping duplicates"),
    det("sort", 2, lists::sort, "sort by standard order without duplicates"),
    det("sort", 4, lists::sort_by, "sort by a key and an order"),
    det("keysort", 2, lists::keysort, "sort pairs by key, stable"),
    det("reverse", 2, lists::reverse, "a proper list backwards"),
    det("atom_codes", 2, atoms::atom_codes, "an atom as codes"),
    det("atom_chars", 2, atoms::atom_chars, "an atom as characters"),
    det("char_code", 2, atoms::char_code, "a character and its code"),
    det("atom_length", 2, atoms::atom_length, "the number of characters"),
    det("atom_number", 2, atoms::atom_number, "an atom and the number it is written as"),
    det("number_codes", 2, atoms::number_codes, "a number as codes"),
    det("number_chars", 2, atoms::number_chars, "a number as characters"),
    det("atom_string", 2, atoms::atom_string, "an atom and a string"),
    det("atom_to_term", 3, reading::atom_to_term, "read a term and its variable names"),
    det("term_to_atom", 2, reading::term_to_atom, "a term and its text"),
    det("term_string", 2, reading::term_string, "a term and its text as a string"),
    det("read_term_from_atom", 3, reading::read_from_atom, "read a term from text"),
    det("sformat", 3, format::sformat, "format to a string"),
    det("read_term", 2, reading::read_nothing, "read from the empty input: `end_of_file`"),
    det("read", 1, reading::read_nothing, "read from the empty input: `end_of_file`"),
    many("sub_atom", 5, strings::sub_atom, "a part of an atom"),
    many("sub_string", 5, strings::sub_string, "a part of a string"),
    many("atom_concat", 3, strings::atom_concat, "two atoms joined"),
    many("string_concat", 3, strings::string_concat, "two strings joined"),
    det("upcase_atom", 2, atoms::upcase_atom, "an atom in upper case"),
    det("downcase_atom", 2, atoms::downcase_atom, "an atom in lower case"),
    det("string_upper", 2, strings::upper, "a string in upper case"),
    det("string_lower", 2, strings::lower, "a string in lower case"),
    det("string_length", 2, strings::length, "the number of characters"),
    det("string_chars", 2, strings::chars, "a string as characters"),
    det("string_codes", 2, strings::codes, "a string as codes"),
    det("string_to_atom", 2, strings::to_atom, "a string and an atom"),
    det("string_code", 3, strings::code, "the code at a position from 1"),
    det("number_string", 2, strings::number_string, "a number and its text"),
    det("text_to_string", 2, strings::text_to_string, "any text as a string"),
    det("string", 2, strings::text_to_string, "any text as a string"),
    det("split_string", 4, strings::split, "cut a text at separators and strip the parts"),
    det("atomic_list_concat", 2, strings::concat_list, "join atomic terms"),
    det("atomic_list_concat", 3, strings::concat_separated, "join with, or split at, a separator"),
    det("char_type", 2, strings::char_type, "a property of a character"),
    det("code_type", 2, strings::char_type, "a property of a character code"),
    det("nl", 0, output::nl, "write a line end"),
    det("nl", 1, output::nl, "write a line end"),
    det("write", 1, output::write, "write a term"),
    det("print", 1, output::print, "write a term as `print_message` does"),
    det("writeln", 1, output::writeln, "write a term and a line end"),
    det("writeq", 1, output::writeq, "write a term so that it can be read"),
    det("write_canonical", 1, output::write_canonical, "write without operators, quoted"),
    det("write_term", 2, output::write_term, "write a term with options"),
    det("write", 2, output::write_to, "write a term to a stream"),
    det("writeln", 2, output::writeln_to, "write a term and a line end to a stream"),
    det("writeq", 2, output::writeq_to, "write a term to a stream so that it can be read"),
    det("print", 2, output::print_to, "print a term to a stream"),
    det("write_canonical", 2, output::write_canonical_to, "write canonically to a stream"),
    det("write_term", 3, output::write_term_to, "write a term with options to a stream"),
    det("put_char", 1, output::put_char, "write one character"),
    det("put_char", 2, output::put_char_to, "write one character to a stream"),
    det("tab", 1, output::tab, "write spaces"),
    det("tab", 2, output::tab_to, "write spaces to a stream"),
    det("flush_output", 0, output::nothing, "does nothing: output is captured"),
    det("flush_output", 1, output::nothing, "does nothing: output is captured"),
    det("portray_clause", 1, output::portray_clause, "write a clause in listing layout"),
    det("$listing", 2, output::listing, "write the clauses of a predicate"),
    det("format", 1, format::format1, "write text with column stops and escapes"),
    det("format", 2, format::format2, "write formatted text"),
    det("format", 3, format::format3, "write formatted text to a sink"),
    det("$output_mark", 1, output::mark, "where the captured output now ends"),
    det("$output_take", 2, output::take, "cut the captured output back and return the rest"),
    det("assertz", 1, database::assertz, "add a clause at the end"),
    det("assert", 1, database::assertz, "add a clause at the end"),
    det("asserta", 1, database::asserta, "add a clause at the front"),
    det("$erase", 1, database::erase, "retract the clause with this reference"),
    many("$clause", 3, database::clause, "a clause that may match, with its reference"),
    det("$check_clause", 2, database::check_clause, "errors of `clause/2` and `retract/1`"),
    det("$retractall", 1, database::retractall, "retract every clause whose head unifies"),
    det("abolish", 1, database::abolish, "remove a dynamic predicate"),
    det("dynamic", 1, database::dynamic, "declare predicates whose clauses change"),
    det("discontiguous", 1, database::discontiguous, "allow clauses apart from each other"),
    det("multifile", 1, database::discontiguous, "allow clauses from several texts"),
    det("table", 1, database::table, "declare tabled predicates"),
    det("$literal", 2, maintenance::literal, "how a goal of a rule is answered"),
    det("$maintained", 2, maintenance::maintained, "tables a new fact or answer may matter to"),
    det("$table_goal", 2, maintenance::goal, "the goal of a table"),
    det("$table_add", 2, maintenance::add, "add an answer that is new"),
    det("$table_mark", 2, maintenance::mark, "put an answer in doubt"),
    det("$table_sweep", 1, maintenance::sweep, "remove the answers in doubt"),
    det("$table_for", 2, maintenance::find, "a complete table with the answers to a goal"),
    det("$easiest", 3, maintenance::easiest, "the goal to look at next, and the others"),
    det("$reads", 2, maintenance::reads, "one table rests on another"),
    many("$table_answer", 2, maintenance::answer, "an answer of a table"),
    det("abolish_all_tables", 0, database::abolish_tables, "forget all tables"),
    det("$predicates", 1, database::predicates, "name and arity of every user predicate"),
    det("$property", 3, database::property, "properties of a predicate"),
    det("$defer", 1, environment::defer, "put a goal off to the end of loading"),
    det("op", 3, environment::op, "declare an operator"),
    det("$ops", 1, environment::ops, "every operator as `op(P, T, N)`"),
    det("set_prolog_flag", 2, environment::set_flag, "set a flag"),
    det("$flags", 1, environment::flags, "every flag as `Name-Value`"),
    det("b_setval", 2, environment::b_setval, "set a global until backtracking"),
    det("b_getval", 2, environment::getval, "the value of a global"),
    det("nb_setval", 2, environment::nb_setval, "set a global to a copy"),
    det("nb_getval", 2, environment::getval, "the value of a global"),
    det("statistics", 2, environment::statistics, "time and inferences used"),
    det("garbage_collect", 0, output::nothing, "does nothing: collection is automatic"),
    det("random", 1, environment::random, "a pseudo-random float"),
    det("random_between", 3, environment::random_between, "a pseudo-random integer"),
    det("set_random", 1, environment::set_random, "seed the generator"),
    det("attvar", 1, attributes::is_attributed, "the term is a variable with attributes"),
    det("put_attr", 3, attributes::put, "set an attribute of a variable until backtracking"),
    det("get_attr", 3, attributes::get, "the value of an attribute"),
    det("del_attr", 2, attributes::remove, "remove an attribute until backtracking"),
    det("term_attvars", 2, attributes::attributed, "the variables with attributes of a term"),
    det("unifiable", 3, attributes::unifiable, "the bindings that would make two terms equal"),
    det("$fd_goals", 2, attributes::constraints, "the constraints on variables as goals"),
    det("#=", 2, crate::fd::compare::<0>, "the expressions are equal"),
    det("#\\=", 2, crate::fd::compare::<1>, "the expressions differ"),
    det("#<", 2, crate::fd::compare::<2>, "the first expression is less"),
    det("#>", 2, crate::fd::compare::<3>, "the first expression is greater"),
    det("#=<", 2, crate::fd::compare::<4>, "the first expression is less or equal"),
    det("#>=", 2, crate::fd::compare::<5>, "the first expression is greater or equal"),
    det("#<==>", 2, crate::fd::equivalent, "the constraints hold both or neither"),
    det("#==>", 2, crate::fd::implies, "the first constraint implies the second"),
    det("#<==", 2, crate::fd::implied, "the second constraint implies the first"),
    det("#\\/", 2, crate::fd::either, "one of the constraints holds"),
    det("#/\\", 2, crate::fd::both, "both constraints hold"),
    det("#\\", 2, crate::fd::exclusive, "exactly one of the constraints holds"),
    det("#\\", 1, crate::fd::negation, "the constraint does not hold"),
    det("in", 2, crate::fd::member_of, "the variable is in a domain"),
    det("ins", 2, crate::fd::members_of, "the variables are in a domain"),
    det("all_different", 1, crate::fd::all_different, "no two are equal"),
    det("all_distinct", 1, crate::fd::all_distinct, "no two are equal, seen as a whole"),
    det("sum", 3, crate::fd::sum, "the sum of variables compared with an expression"),
    det(
        "scalar_product",
        4,
        crate::fd::scalar_product,
        "a weighted sum compared with an expression",
    ),
    det("element", 3, crate::fd::element, "an element of a list by its place"),
    det("circuit", 1, crate::fd::circuit, "the successors form one round"),
    det("tuples_in", 2, crate::fd::tuples_in, "each tuple is one of a relation"),
    det("$cumulative", 1, crate::fd::cumulative, "tasks never take more than there is"),
    det("fd_inf", 2, crate::fd::least, "the least value a variable may have"),
    det("fd_sup", 2, crate::fd::greatest, "the greatest value a variable may have"),
    det("fd_size", 2, crate::fd::size, "how many values a variable may have"),
    det("fd_dom", 2, crate::fd::domain_of, "the domain of a variable"),
    det("fd_degree", 2, crate::fd::degree, "how many constraints a variable has"),
    det("fd_var", 1, crate::fd::is_constrained, "the term is a constrained variable"),
    det("$fd_pick", 4, crate::fd::pick, "the variable to label next, and the others"),
    det("$fd_exclude", 2, crate::fd::exclude, "a variable is not this value"),
    det("$fd_values", 2, crate::fd::values, "the values a variable may have"),
    det("get_time", 1, environment::get_time, "seconds since 1970"),
];
