//! Random programs and goals in the format of the case files. Every program ends: a predicate
//! calls only later ones, and recursion counts down or walks a list.

use crate::random::Random;
use std::fmt::Write;

/// Predicates `p0` .. `p5`; their arities are part of the program.
const PREDICATES: usize = 6;
const VARIABLES: [&str; 5] = ["X", "Y", "Z", "U", "V"];

/// Makes the variables known at once: SWI-Prolog 9.0.4 takes one whose first use is inside `\+`
/// for two, as in `p :- \+ atom(V), q(V, V)`.
const KNOWN: &str = "v(X, Y, Z, U, V)";

struct Generator {
    random: Random,
    arities: [usize; PREDICATES],
    /// How many result variables there are.
    results: usize,
    /// Whether an expression has floats or large integers; together they are compared exactly
    /// here and as floats there.
    floats: bool,
}

/// One paragraph: a program and its goals.
pub(crate) fn paragraph(seed: u64) -> String {
    let mut random = Random::new(seed);
    let arities = std::array::from_fn(|_| 1 + random.below(3));
    let mut generator = Generator { random, arities, results: 0, floats: false };
    let mut out = String::new();
    for line in generator.program().lines() {
        let _ = writeln!(out, "| {line}");
    }
    for _ in 0..=generator.random.below(3) {
        let goal = generator.top_goal();
        let _ = writeln!(out, "? {goal}");
    }
    out
}

impl Generator {
    fn program(&mut self) -> String {
        let mut out = String::from(
            ":- dynamic d0/1, d1/2.\nv(_, _, _, _, _).\nd0(1).\nd0(b).\nd1(a, 1).\nd1(b, 2).\n\
             w(T) :- copy_term(T, C), numbervars(C, 0, _), print(C), nl.\n\
             e(E) :- E = error(F, _), !, w(F).\ne(E) :- w(E).\n\
             down(0, []) :- !.\ndown(N, [N|T]) :- N > 0, M is N - 1, down(M, T).\n\
             len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n\
             app([], L, L).\napp([H|T], L, [H|R]) :- app(T, L, R).\n\
             sel(X, [X|T], T).\nsel(X, [H|T], [H|R]) :- sel(X, T, R).\n",
        );
        for index in 0..PREDICATES {
            let clauses = 1 + self.random.below(4);
            for _ in 0..clauses {
                let clause = self.clause(index);
                let _ = writeln!(out, "{clause}");
            }
        }
        out
    }

    fn clause(&mut self, index: usize) -> String {
        let rule = index + 1 < PREDICATES && self.random.chance(65);
        let arity = self.arities[index];
        let args: Vec<String> = (0..arity)
            .map(|_| match rule && self.random.chance(70) {
                true => self.variable().to_owned(),
                false => self.term(2, 10),
            })
            .collect();
        let head = format!("p{index}({})", args.join(", "));
        if !rule {
            return format!("{head}.");
        }
        let goals = 1 + self.random.below(3);
        let body: Vec<String> = (0..goals).map(|_| self.goal(index + 1, 2)).collect();
        format!("{head} :- {KNOWN}, {}.", body.join(", "))
    }

    fn top_goal(&mut self) -> String {
        if self.random.chance(15) {
            let term = self.syntax(4);
            return format!(
                "X = {term}, writeq(X), nl, print(X), nl, write(X), nl, write_canonical(X)"
            );
        }
        let from = self.random.below(3);
        let goals = 1 + self.random.below(2);
        let body: Vec<String> = (0..goals)
            .map(|_| match self.random.chance(55) {
                true => self.call(from),
                false => self.goal(from, 3),
            })
            .collect();
        format!("{KNOWN}, {}", body.join(", "))
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[self.random.below(VARIABLES.len())]
    }

    /// A variable that nothing else uses, for results that must be lists.
    fn result(&mut self) -> String {
        self.results += 1;
        format!("R{}", self.results)
    }

    fn atom(&mut self) -> &'static str {
        self.random.pick(&["a", "b", "c", "foo", "bar", "'A b'", "(+)", "''", "hello", "{}"])
    }

    fn number(&mut self) -> String {
        self.floats = self.random.chance(50);
        self.operand()
    }

    /// A number for an expression that has floats or large integers, not both.
    fn operand(&mut self) -> String {
        match self.random.below(8) {
            0 if self.floats => "1.5".to_owned(),
            1 if self.floats => "-2.0".to_owned(),
            0 | 1 => "123456789012345678901234567890".to_owned(),
            2 => "-7".to_owned(),
            _ => self.random.below(6).to_string(),
        }
    }

    /// A term at most `depth` deep with `open` percent of variables.
    fn term(&mut self, depth: usize, open: usize) -> String {
        if self.random.chance(open) {
            return self.variable().to_owned();
        }
        match self.random.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => self.atom().to_owned(),
            2 | 3 => self.number(),
            4 => self.random.pick(&["\"str\"", "\"\"", "\"a b\""]).to_owned(),
            5 => format!("f({})", self.term(depth - 1, open)),
            6 => format!("g({}, {})", self.term(depth - 1, open), self.term(depth - 1, open)),
            7 => {
                let op = self.random.pick(&["-", "+", "*", "=", ":", ",", ":-", "^", "/"]);
                format!("({} {op} {})", self.term(depth - 1, open), self.term(depth - 1, open))
            }
            _ => self.list(depth - 1, open),
        }
    }

    fn list(&mut self, depth: usize, open: usize) -> String {
        let items: Vec<String> =
            (0..self.random.below(4)).map(|_| self.term(depth.min(1), open)).collect();
        if !items.is_empty() && self.random.chance(8) {
            return format!("[{}|{}]", items.join(", "), self.variable());
        }
        format!("[{}]", items.join(", "))
    }

    /// A ground term full of operators, in functional or in operator notation.
    fn syntax(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(20) {
            let atoms = ["a", "-", "+", ":-", "\\+", "\\", "{}", ";", "!"];
            return match self.random.below(4) {
                0 => self.number(),
                1 => self.random.pick(&["\"s\"", "'A b'", "x_1", "aé", "'it''s'"]).to_owned(),
                _ => format!("('{}')", self.random.pick(&atoms).replace('\\', "\\\\")),
            };
        }
        // Operators that are words, commas and bars are written with other spaces on purpose.
        let infix = [
            "+", "-", "*", "/", "//", "**", "^", "=", "<", "==", "\\=", "=..", ":", ";", "->",
            "*->", ":-", "-->", "@<", ">>", "/\\", ">:<",
        ];
        let prefix = ["-", "+", "\\+", "\\", ":-", "?-", "$"];
        let left = self.syntax(depth - 1);
        match self.random.below(12) {
            0..=2 => {
                let name = self.random.pick(&prefix).replace('\\', "\\\\");
                format!("'{name}'({left})")
            }
            3..=6 => {
                let name = self.random.pick(&infix).replace('\\', "\\\\");
                format!("'{name}'({left}, {})", self.syntax(depth - 1))
            }
            7 | 8 => {
                let name = self.random.pick(&infix);
                format!("(({left}) {name} ({}))", self.syntax(depth - 1))
            }
            9 => format!("[{{{left}}}]"),
            10 => format!("[({left}), {}]", self.syntax(depth - 1)),
            _ => format!("foo(({left}), {})", self.syntax(depth - 1)),
        }
    }

    /// A ground term without lists: `[]` and the list constructor are ISO's here, not SWI's.
    fn flat(&mut self) -> String {
        let term = self.term(1, 0);
        if term.contains('[') { self.number() } else { term }
    }

    fn ground_list(&mut self) -> String {
        let items: Vec<String> = (0..self.random.below(5)).map(|_| self.flat()).collect();
        format!("[{}]", items.join(", "))
    }

    /// An expression with at most one thing wrong with it, since systems are free to choose
    /// which of two errors they see first.
    fn arithmetic(&mut self) -> String {
        self.floats = self.random.chance(50);
        match self.random.below(10) {
            0 => self.atom().to_owned(),
            1..=4 => {
                let (left, right) = (self.variable().to_owned(), self.total(1));
                let op = self.random.pick(&["+", "-", "*"]);
                if self.random.chance(50) { format!("({left} {op} {right})") } else { left }
            }
            5 | 6 => self.total(2),
            _ => {
                let (left, right) = (self.total(1), self.random.below(4));
                match self.random.below(8) {
                    0 => format!("truncate({left})"),
                    1 => format!("gcd({left}, {right})"),
                    _ => {
                        let op = self
                            .random
                            .pick(&["//", "mod", "rem", "div", "/", ">>", "/\\", "\\/", "xor"]);
                        format!("({left} {op} {right})")
                    }
                }
            }
        }
    }

    /// An expression of numbers that always has a value.
    fn total(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(30) {
            return self.operand();
        }
        let (left, right) = (self.total(depth - 1), self.total(depth - 1));
        match self.random.below(7) {
            0 => format!("abs({left})"),
            1 => format!("-({left})"),
            2 => format!("max({left}, {right})"),
            3 => format!("min({left}, {right})"),
            4 => format!("sign({left})"),
            _ => format!("({left} {} {right})", self.random.pick(&["+", "-", "*"])),
        }
    }

    /// A call of a predicate of the program that comes at or after `from`.
    fn call(&mut self, from: usize) -> String {
        let index = from + self.random.below(PREDICATES - from);
        let args: Vec<String> = (0..self.arities[index])
            .map(|_| match self.random.chance(75) {
                true => self.variable().to_owned(),
                false => self.term(1, 20),
            })
            .collect();
        format!("p{index}({})", args.join(", "))
    }

    fn goal(&mut self, from: usize, depth: usize) -> String {
        if from >= PREDICATES {
            return self.simple();
        }
        match self.random.below(100) {
            0..=29 => self.call(from),
            30..=54 => self.simple(),
            55..=69 => self.text(),
            70..=76 => self.list_goal(),
            77..=82 => self.database(),
            _ if depth == 0 => self.simple(),
            _ => self.control(from, depth - 1),
        }
    }

    fn control(&mut self, from: usize, depth: usize) -> String {
        let a = self.goal(from, depth);
        let b = self.goal(from, depth);
        let v = self.variable();
        let r = self.result();
        match self.random.below(20) {
            0 => format!("( {a} -> {b} ; {} )", self.goal(from, depth)),
            1 => format!("( {a} ; {b} )"),
            2 => format!("\\+ {}", parens(&a)),
            3 => format!("( {a}, {b} -> true ; {v} = none )"),
            4 => format!("findall({}, {}, {r})", self.term(1, 60), parens(&a)),
            5 => format!("findall({}-{}, {}, {r})", self.variable(), self.variable(), parens(&a)),
            6 => format!("bagof({}, {}, {r})", self.variable(), parens(&a)),
            7 => format!("setof({}, {}^{}, {r})", self.variable(), self.variable(), parens(&a)),
            8 => format!("aggregate_all(count, {}, {r})", parens(&a)),
            9 => format!("forall({}, {})", parens(&a), parens(&b)),
            10 => {
                let n = self.random.below(1000);
                let thrower = parens(&format!("{a}, throw(ball({v}))"));
                format!("catch({thrower}, _E{n}, e(_E{n}))")
            }
            11 => {
                let n = self.random.below(1000);
                format!("catch({}, error(_E{n}, _), w(_E{n}))", parens(&a))
            }
            12 => format!("catch({}, _, {})", parens(&a), parens(&b)),
            13 => format!("once({})", parens(&a)),
            14 => format!("( {a} *-> {b} ; {} )", self.goal(from, depth)),
            15 => format!("call({})", parens(&format!("{a}, !"))),
            16 => "!".to_owned(),
            17 => format!("ignore({})", parens(&a)),
            18 => format!("_G{depth} = {}, call(_G{depth})", parens(&a)),
            _ => format!("( {a}, ! ; {b} )"),
        }
    }

    fn simple(&mut self) -> String {
        let v = self.variable();
        match self.random.below(22) {
            0 | 1 => format!("{v} = {}", parens(&self.term(2, 30))),
            2 | 3 => format!("{}, {v} is {}", self.simple_operands(), self.arithmetic()),
            4 => {
                let op = self.random.pick(&["<", ">", "=<", ">=", "=:=", "=\\="]);
                let left = self.arithmetic();
                self.floats = true;
                format!("{}, {left} {op} {}", self.simple_operands(), self.total(1))
            }
            5 if self.random.chance(50) => {
                let op = self.random.pick(&["==", "\\==", "\\=", "="]);
                format!("{} {op} {}", parens(&self.term(1, 20)), parens(&self.term(1, 20)))
            }
            5 => {
                let op = self.random.pick(&["@<", "@>", "@=<", "@>="]);
                format!("{} {op} {}", parens(&self.flat()), parens(&self.flat()))
            }
            6 => format!("member({v}, {})", self.list(1, 15)),
            7 => format!("between({}, {}, {v})", self.random.below(3), self.random.below(5)),
            8 => format!("w({})", parens(&self.term(2, 30))),
            9 => format!("functor(f({}, b), {v}, {})", self.term(1, 15), self.variable()),
            10 => format!("arg({}, {}, {v})", 1 + self.random.below(3), self.term(2, 10)),
            11 => format!("g({}) =.. {}", self.term(1, 0), self.result()),
            12 => format!("copy_term({}, {v})", parens(&self.term(2, 40))),
            13 => format!("compare({v}, {}, {})", self.flat(), self.flat()),
            14 => {
                let check = self.random.pick(&[
                    "atom", "var", "nonvar", "number", "integer", "float", "compound", "is_list",
                    "ground", "callable", "string", "atomic",
                ]);
                // `[]` is an atom here, not there.
                let term = self.term(1, 35);
                let term = if term.contains("[]") { self.number() } else { term };
                format!("{check}({term})")
            }
            15 => format!("down({}, {v})", self.random.below(8)),
            16 => format!("len({}, {v})", self.ground_list()),
            17 => format!("app({v}, {}, {})", self.variable(), self.ground_list()),
            18 => format!("sel({v}, {}, {})", self.ground_list(), self.variable()),
            19 => format!("succ({v}, {})", self.random.below(4)),
            20 => format!("length({}, {})", self.result(), self.random.below(4)),
            _ => format!("term_variables({}, {})", self.term(2, 50), self.result()),
        }
    }

    /// Tests that keep an expression to one error at most: the engine looks at the functor of a
    /// compound first, SWI-Prolog at its arguments, and each has its own error for strings and `[]`.
    fn simple_operands(&mut self) -> String {
        let tests: Vec<String> = VARIABLES
            .iter()
            .map(|v| format!("\\+ compound({v}), \\+ string({v}), {v} \\== []"))
            .collect();
        tests.join(", ")
    }

    /// A goal on text; its results are fresh, and what it reads is atomic.
    fn text(&mut self) -> String {
        let v = self.result();
        let other = self.result();
        match self.random.below(18) {
            0 => format!("atom_length({}, {v})", self.term(0, 0)),
            1 => format!("atom_codes({}, {v})", self.term(0, 0)),
            2 => format!("atom_chars({}, {v})", self.term(0, 0)),
            3 => format!("atom_concat({v}, {other}, {})", self.atom()),
            4 => format!("atom_concat({}, {}, {v})", self.term(0, 0), self.term(0, 0)),
            5 => format!("sub_atom({}, {}, 1, {other}, {v})", self.atom(), self.random.below(3)),
            6 => format!("sub_atom(hello, {v}, 2, _, {other})"),
            7 => format!("upcase_atom({}, {v})", self.atom()),
            8 => format!(
                "atom_number({}, {v})",
                self.random.pick(&["'12'", "'1.5'", "foo", "'0x1F'", "''"])
            ),
            9 => format!(
                "number_codes({v}, {})",
                self.random.pick(&["\"12\"", "\"-3\"", "\"x\"", "\"1e5\""])
            ),
            10 => format!("string_concat({}, {}, {v})", self.term(0, 0), self.term(0, 0)),
            11 => format!(
                "split_string(\"a,b c,,d\", \"{}\", \" \", {v})",
                self.random.pick(&[",", " ", ", ", ""])
            ),
            12 => format!(
                "string_chars({v}, {})",
                self.random.pick(&["[a, b]", "\"xy\"", "[]", "[a|_]"])
            ),
            13 => format!("atomic_list_concat([{}, {}], {v})", self.term(0, 0), self.term(0, 0)),
            14 => format!("atomic_list_concat({v}, ',', 'a,b,c')"),
            15 => format!("format(\"~w-~q~n\", [{}, {}])", self.flat(), self.flat()),
            16 => format!("term_to_atom({}, {v})", parens(&self.flat())),
            _ => format!("string_length({}, {v})", self.term(0, 0)),
        }
    }

    fn list_goal(&mut self) -> String {
        let v = self.result();
        let list = self.ground_list();
        match self.random.below(16) {
            0 => format!("msort({list}, {v})"),
            1 => format!("sort({list}, {v})"),
            2 => format!("sort(0, @>=, {list}, {v})"),
            3 => format!("length({list}, {v})"),
            4 => format!("reverse({list}, {v})"),
            5 => format!("nth0({v}, {list}, {})", self.result()),
            6 => format!("nth1({}, {list}, {v})", 1 + self.random.below(3)),
            7 => format!("append({v}, {}, {list})", self.result()),
            8 => format!("select({v}, {list}, {})", self.result()),
            9 => format!("exclude(atom, {list}, {v})"),
            10 => format!("maplist(w, {list})"),
            11 => {
                let items: Vec<String> =
                    (0..self.random.below(4)).map(|_| self.summand()).collect();
                format!("sum_list([{}], {v})", items.join(", "))
            }
            12 => format!("last({list}, {v})"),
            13 => format!("memberchk({}, {list})", self.term(0, 30)),
            14 => format!("keysort([{}-1, {}-2, a-3], {v})", self.flat(), self.flat()),
            _ => format!("foldl([A, B, C]>>(C = [A|B]), {list}, [], {v})"),
        }
    }

    /// A number, or what has one error as an expression.
    fn summand(&mut self) -> String {
        if self.random.chance(10) { self.atom().to_owned() } else { self.operand() }
    }

    fn database(&mut self) -> String {
        let term = self.term(1, 10);
        let v = self.variable();
        match self.random.below(10) {
            0 => format!("assertz(d0({term}))"),
            1 => format!("asserta(d1({term}, {v}))"),
            2 => format!("retract(d0({v}))"),
            3 => format!("retract(d1({v}, {}))", self.variable()),
            4 => format!("retractall(d0({term}))"),
            5 | 6 => format!("d0({v})"),
            7 => format!("d1({v}, {})", self.variable()),
            8 => format!("( d0({v}), assertz(d0(new)), fail ; true )"),
            _ => format!("clause(d1({v}, {}), true)", self.variable()),
        }
    }
}

fn parens(text: &str) -> String {
    format!("({text})")
}
