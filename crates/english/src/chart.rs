//! The chart parser: every phrase found once for each place, category and set of features, with all
//! the ways to make it. Work is charged to a budget while it is done.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::grammar::{ANY, Grammar, Part, Pattern, Values};
use crate::term::{Reducer, Term, canonical, map};

/// What a word or several may be: a category, its features and its meaning.
#[derive(Debug, Clone)]
pub struct Lexical {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its category.
    pub category: u16,
    /// Its features.
    pub features: Box<[Values]>,
    /// Its meaning.
    pub meaning: Term,
    /// How far it strays from what is preferred.
    pub cost: u32,
}

/// Why there is no parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unparsed {
    /// More work than the budget allows.
    #[error("it takes more than {0} steps to take apart")]
    Budget(usize),
    /// More meanings than are looked at.
    #[error("it has more than {0} readings")]
    Readings(usize),
}

/// The most readings of one phrase that are kept.
const MOST_READINGS: usize = 48;

type EdgeKey = (u16, usize, usize, Box<[Values]>);
type ActiveKey = (usize, usize, usize, usize, Vec<Values>);

#[derive(Debug)]
struct Edge {
    category: u16,
    start: usize,
    end: usize,
    features: Box<[Values]>,
    ways: Vec<Way>,
}

#[derive(Debug, Clone)]
enum Way {
    Word(Term, u32),
    Rule(usize, usize),
}

#[derive(Debug)]
struct Active {
    rule: usize,
    dot: usize,
    start: usize,
    end: usize,
    bound: Vec<Values>,
    ways: Vec<(Option<usize>, Step)>,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Edge(usize),
    Word,
}

enum Task {
    Edge(usize),
    Active(usize),
}

/// A chart being filled, and filled.
pub struct Chart<'g> {
    grammar: &'g Grammar,
    words: Vec<Arc<str>>,
    edges: Vec<Edge>,
    edge_of: HashMap<EdgeKey, usize>,
    actives: Vec<Active>,
    active_of: HashMap<ActiveKey, usize>,
    edges_at: Vec<Vec<usize>>,
    actives_to: Vec<Vec<usize>>,
    first_phrase: HashMap<u16, Vec<usize>>,
    first_word: HashMap<Arc<str>, Vec<usize>>,
    tasks: Vec<Task>,
    steps: usize,
    budget: usize,
}

impl<'g> Chart<'g> {
    /// Finds every phrase of the words.
    pub fn fill(
        grammar: &'g Grammar,
        words: Vec<Arc<str>>,
        lexical: Vec<Lexical>,
        budget: usize,
    ) -> Result<Self, Unparsed> {
        let places = words.len() + 1;
        let mut chart = Self {
            grammar,
            words,
            edges: Vec::new(),
            edge_of: HashMap::new(),
            actives: Vec::new(),
            active_of: HashMap::new(),
            edges_at: vec![Vec::new(); places],
            actives_to: vec![Vec::new(); places],
            first_phrase: HashMap::new(),
            first_word: HashMap::new(),
            tasks: Vec::new(),
            steps: 0,
            budget,
        };
        chart.index();
        for one in lexical {
            let way = Way::Word(one.meaning, one.cost);
            chart.add_edge((one.category, one.start, one.end, one.features), way);
        }
        chart.begin();
        while let Some(task) = chart.tasks.pop() {
            match task {
                Task::Edge(edge) => chart.spread_edge(edge)?,
                Task::Active(active) => chart.spread_active(active)?,
            }
        }
        Ok(chart)
    }

    fn index(&mut self) {
        for (number, rule) in self.grammar.rules.iter().enumerate() {
            match rule.parts.first() {
                Some(Part::Phrase(category, _)) => {
                    self.first_phrase.entry(*category).or_default().push(number);
                }
                Some(Part::Words(words)) => {
                    for word in words {
                        self.first_word.entry(word.clone()).or_default().push(number);
                    }
                }
                None => {}
            }
        }
    }

    /// Rules that begin with a word of the sentence, and phrases of no words.
    fn begin(&mut self) {
        for at in 0..self.words.len() {
            let rules = self.first_word.get(&self.words[at]).cloned().unwrap_or_default();
            for rule in rules {
                let bound = vec![ANY; self.grammar.rules[rule].variables.len()];
                self.add_active((rule, 1, at, at + 1, bound), None, Step::Word);
            }
        }
        for at in 0..=self.words.len() {
            for rule in 0..self.grammar.rules.len() {
                if self.grammar.rules[rule].parts.is_empty() {
                    let bound = vec![ANY; self.grammar.rules[rule].variables.len()];
                    self.add_active((rule, 0, at, at, bound), None, Step::Word);
                }
            }
        }
    }

    fn charge(&mut self) -> Result<(), Unparsed> {
        self.steps += 1;
        if self.steps > self.budget { Err(Unparsed::Budget(self.budget)) } else { Ok(()) }
    }

    fn add_edge(&mut self, key: EdgeKey, way: Way) {
        if let Some(known) = self.edge_of.get(&key) {
            self.edges[*known].ways.push(way);
            return;
        }
        let number = self.edges.len();
        let (category, start, end, features) = key.clone();
        self.edge_of.insert(key, number);
        self.edges.push(Edge { category, start, end, features, ways: vec![way] });
        self.edges_at[start].push(number);
        self.tasks.push(Task::Edge(number));
    }

    fn add_active(&mut self, key: ActiveKey, before: Option<usize>, step: Step) {
        if let Some(known) = self.active_of.get(&key) {
            self.actives[*known].ways.push((before, step));
            return;
        }
        let number = self.actives.len();
        let (rule, dot, start, end, bound) = key.clone();
        self.active_of.insert(key, number);
        let ways = vec![(before, step)];
        self.actives.push(Active { rule, dot, start, end, bound, ways });
        self.tasks.push(Task::Active(number));
    }

    /// A new phrase begins rules and goes on with those that wait for it.
    fn spread_edge(&mut self, edge: usize) -> Result<(), Unparsed> {
        let (category, start, end) =
            (self.edges[edge].category, self.edges[edge].start, self.edges[edge].end);
        let rules = self.first_phrase.get(&category).cloned().unwrap_or_default();
        for rule in rules {
            self.charge()?;
            let bound = vec![ANY; self.grammar.rules[rule].variables.len()];
            if let Some(bound) = self.unified(rule, 0, bound, edge) {
                self.add_active((rule, 1, start, end, bound), None, Step::Edge(edge));
            }
        }
        for index in 0..self.actives_to[start].len() {
            let active = self.actives_to[start][index];
            self.charge()?;
            self.advance(active, edge);
        }
        Ok(())
    }

    fn spread_active(&mut self, number: usize) -> Result<(), Unparsed> {
        let Active { rule, dot, start, end, .. } = self.actives[number];
        let rules: &'g Grammar = self.grammar;
        let rule_of = &rules.rules[rule];
        if dot == rule_of.parts.len() {
            let bound = &self.actives[number].bound;
            let mut features = vec![ANY; self.grammar.places(rule_of.category)];
            for (place, pattern) in &rule_of.features {
                features[*place] = match pattern {
                    Pattern::Among(values) => *values,
                    Pattern::Same(variable) => bound[*variable],
                };
            }
            let key = (rule_of.category, start, end, features.into());
            self.add_edge(key, Way::Rule(rule, number));
            return Ok(());
        }
        match &rule_of.parts[dot] {
            Part::Words(words) => {
                if self.words.get(end).is_some_and(|word| words.contains(word)) {
                    let bound = self.actives[number].bound.clone();
                    let key = (rule, dot + 1, start, end + 1, bound);
                    self.add_active(key, Some(number), Step::Word);
                }
            }
            Part::Phrase(..) => {
                self.actives_to[end].push(number);
                for index in 0..self.edges_at[end].len() {
                    let edge = self.edges_at[end][index];
                    self.charge()?;
                    self.advance(number, edge);
                }
            }
        }
        Ok(())
    }

    fn advance(&mut self, number: usize, edge: usize) {
        let Active { rule, dot, start, .. } = self.actives[number];
        let Part::Phrase(category, _) = &self.grammar.rules[rule].parts[dot] else { return };
        if *category != self.edges[edge].category {
            return;
        }
        let bound = self.actives[number].bound.clone();
        if let Some(bound) = self.unified(rule, dot, bound, edge) {
            let key = (rule, dot + 1, start, self.edges[edge].end, bound);
            self.add_active(key, Some(number), Step::Edge(edge));
        }
    }

    /// What the variables of a rule are bound to when a phrase stands at one of its places.
    fn unified(
        &self,
        rule: usize,
        dot: usize,
        mut bound: Vec<Values>,
        edge: usize,
    ) -> Option<Vec<Values>> {
        let Part::Phrase(_, features) = &self.grammar.rules[rule].parts[dot] else { return None };
        for (place, pattern) in features {
            let has = self.edges[edge].features[*place];
            match pattern {
                Pattern::Among(values) if values & has == 0 => return None,
                Pattern::Among(_) => {}
                Pattern::Same(variable) => {
                    bound[*variable] &= has;
                    if bound[*variable] == 0 {
                        return None;
                    }
                }
            }
        }
        Some(bound)
    }

    /// The phrases of a category that span everything.
    pub fn whole(&self, category: u16) -> Vec<usize> {
        let end = self.words.len();
        let spans =
            |edge: &usize| self.edges[*edge].end == end && self.edges[*edge].category == category;
        self.edges_at[0].iter().copied().filter(spans).collect()
    }

    /// Whether the features of a phrase allow these.
    pub fn agrees(&self, edge: usize, wanted: &[Values]) -> bool {
        self.edges[edge].features.iter().zip(wanted).all(|(has, wanted)| has & wanted != 0)
    }

    /// How far from the first word any rule got: the word there is the trouble.
    pub fn furthest(&self) -> usize {
        self.actives.iter().filter(|active| active.start == 0).map(|a| a.end).max().unwrap_or(0)
    }

    /// The meanings of a phrase at the least cost, each once.
    pub fn readings(&self, edge: usize) -> Result<Vec<(u32, Term)>, Unparsed> {
        let mut unpacking = Unpacking {
            chart: self,
            reducer: Reducer::default(),
            edges: HashMap::new(),
            actives: HashMap::new(),
        };
        unpacking.edge(edge)
    }
}

type Sequences = Vec<(u32, Vec<Term>)>;

struct Unpacking<'c, 'g> {
    chart: &'c Chart<'g>,
    reducer: Reducer,
    edges: HashMap<usize, Vec<(u32, Term)>>,
    actives: HashMap<usize, Sequences>,
}

impl Unpacking<'_, '_> {
    fn edge(&mut self, edge: usize) -> Result<Vec<(u32, Term)>, Unparsed> {
        if let Some(known) = self.edges.get(&edge) {
            return Ok(known.clone());
        }
        // A phrase that is made of itself adds no reading.
        self.edges.insert(edge, Vec::new());
        let mut found: Vec<(u32, Term)> = Vec::new();
        for way in &self.chart.edges[edge].ways {
            match way {
                Way::Word(meaning, cost) => found.push((*cost, meaning.clone())),
                Way::Rule(rule, active) => {
                    for (cost, parts) in self.active(*active)? {
                        let bound = &self.chart.actives[*active].bound;
                        let cost = cost + self.chart.grammar.rules[*rule].cost;
                        let meaning = self.put(*rule, bound, &parts)?;
                        found.push((cost, meaning));
                    }
                }
            }
        }
        found = least(found);
        if found.len() > MOST_READINGS {
            return Err(Unparsed::Readings(MOST_READINGS));
        }
        self.edges.insert(edge, found.clone());
        Ok(found)
    }

    fn active(&mut self, number: usize) -> Result<Sequences, Unparsed> {
        if let Some(known) = self.actives.get(&number) {
            return Ok(known.clone());
        }
        let mut found: Sequences = Vec::new();
        let chart = self.chart;
        for (before, step) in &chart.actives[number].ways {
            let fronts = match before {
                Some(before) => self.active(*before)?,
                None => vec![(0, Vec::new())],
            };
            let backs = match step {
                Step::Edge(edge) => self.edge(*edge)?,
                Step::Word => vec![(0, Term::Gap)],
            };
            let empty = chart.grammar.rules[chart.actives[number].rule].parts.is_empty();
            for (cost, front) in &fronts {
                for (more, back) in &backs {
                    let mut parts = front.clone();
                    if !empty {
                        parts.push(back.clone());
                    }
                    found.push((cost + more, parts));
                }
            }
        }
        if found.len() > MOST_READINGS * 4 {
            return Err(Unparsed::Readings(MOST_READINGS));
        }
        self.actives.insert(number, found.clone());
        Ok(found)
    }

    /// The meaning a rule makes of those of its parts.
    fn put(&mut self, rule: usize, bound: &[Values], parts: &[Term]) -> Result<Term, Unparsed> {
        let rule = &self.chart.grammar.rules[rule];
        let own = self.reducer.renamed(&rule.meaning);
        let reducer = RefCell::new(&mut self.reducer);
        let put = map(&own, &|term| {
            if let Term::Part(number) = term {
                let part = parts.get(number.wrapping_sub(1));
                return part.map(|part| reducer.borrow_mut().renamed(part));
            }
            let Term::Value(name) = term else { return None };
            let place = rule.variables.iter().position(|variable| variable == name);
            let values = place.map_or(ANY, |place| bound[place]);
            let value = self.chart.grammar.value_name(values).unwrap_or("none");
            Some(Term::Symbol(Arc::from(value)))
        });
        let reduced = self.reducer.reduce(&put).map_err(|_| Unparsed::Budget(self.chart.budget))?;
        Ok(canonical(&reduced))
    }
}

/// Those of least cost, each once.
fn least(mut found: Vec<(u32, Term)>) -> Vec<(u32, Term)> {
    let best = found.iter().map(|(cost, _)| *cost).min().unwrap_or(0);
    found.retain(|(cost, _)| *cost == best);
    found.sort();
    found.dedup();
    found
}
