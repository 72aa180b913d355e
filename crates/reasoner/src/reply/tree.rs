//! A proof as a tree that any reader of JSON can take in: nested only so deep, and only so long.
//!
//! A proof can have a million steps and each can rest on the one before, so nothing here may walk
//! all of it by calling itself.

use super::evidence::Node;

/// Steps nested in each other; below them they follow one another. A step takes two levels of
/// JSON, and readers give up at 128.
const DEEPEST: usize = 40;

/// Steps shown of all proofs of an answer.
const MOST_STEPS: usize = 20_000;

/// Where the steps of a proof are.
pub(super) trait Steps<'a> {
    /// One of them.
    type Step: Copy;

    /// What it rests on, in order.
    fn below(&self, step: Self::Step) -> Vec<Self::Step>;

    /// The step without what it rests on.
    fn show(&self, step: Self::Step) -> Node;
}

/// The trees below `roots`; when there are too many steps, the last trees are cut.
pub(super) fn grow<'a, S: Steps<'a>>(steps: &S, roots: impl Iterator<Item = S::Step>) -> Vec<Node> {
    let mut left = MOST_STEPS;
    roots.map(|root| nested(steps, root, DEEPEST, &mut left)).collect()
}

fn nested<'a, S: Steps<'a>>(steps: &S, step: S::Step, levels: usize, left: &mut usize) -> Node {
    *left = left.saturating_sub(1);
    let mut node = steps.show(step);
    if levels == 0 {
        node.children = in_a_row(steps, step, left);
        node.in_a_row = !node.children.is_empty();
        node.cut = *left == 0;
        return node;
    }
    for below in steps.below(step) {
        if *left == 0 {
            node.cut = true;
            break;
        }
        node.children.push(nested(steps, below, levels - 1, left));
    }
    node
}

/// Everything below a step, each before what it rests on.
fn in_a_row<'a, S: Steps<'a>>(steps: &S, step: S::Step, left: &mut usize) -> Vec<Node> {
    let mut waiting = steps.below(step);
    waiting.reverse();
    let mut shown = Vec::new();
    while let Some(step) = waiting.pop().filter(|_| *left > 0) {
        *left -= 1;
        shown.push(steps.show(step));
        waiting.extend(steps.below(step).into_iter().rev());
    }
    shown
}

/// A tree in words, a step a line.
pub(super) fn told(node: &Node) -> String {
    let mut lines = String::new();
    tell(node, 0, &mut lines);
    lines
}

fn tell(node: &Node, depth: usize, lines: &mut String) {
    let indent = "  ".repeat(depth);
    lines.push_str(&indent);
    lines.push_str(&node.goal);
    if let Some(origin) = &node.origin {
        lines.push_str(" by: ");
        lines.push_str(&origin.statement);
    }
    lines.push('\n');
    node.children.iter().for_each(|child| tell(child, depth + 1, lines));
    if node.cut {
        lines.push_str(&indent);
        lines.push_str("  … and so on\n");
    }
}
