//! The ways to read English: each a small document, the deterministic one built in.

/// One way to read English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    /// Its name in calls.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
}

/// Every strategy there is.
#[derive(Debug, Clone)]
pub struct Strategies {
    items: Vec<Strategy>,
}

impl Default for Strategies {
    fn default() -> Self {
        let items = vec![Strategy {
            id: "CNL-1".to_owned(),
            name: "Controlled English".to_owned(),
            description: "Reads controlled English by its grammar: no model, the same result twice"
                .to_owned(),
        }];
        Self { items }
    }
}

impl Strategies {
    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Strategy> {
        self.items.iter()
    }

    /// One of them.
    pub fn get(&self, id: &str) -> Option<&Strategy> {
        self.items.iter().find(|strategy| strategy.id == id)
    }
}
