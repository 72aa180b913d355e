// The clauses of a knowledge base as a graph of what rests on what. Pure functions.
//
// It reads only as much Prolog as a picture needs: heads, the goals of bodies, and whether a goal is
// denied. What it cannot read is left out of the picture, never guessed.

/** The clauses of a text, cut at their full stops. */
export function clausesOf(text) {
  const clauses = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quote) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"' || char === '`') {
      quote = char;
    } else if (char === '%') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (char === '.' && (at + 1 === text.length || /\s/.test(text[at + 1]))) {
      const clause = text.slice(from, at).trim();
      if (clause) clauses.push(clause);
      from = at + 1;
    }
  }
  return clauses;
}

/** Cuts a text at a separator that stands outside of brackets and quotes. */
export function cut(text, separator) {
  const parts = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quote) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      from = at + separator.length;
      at = from - 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}

const GOAL = /^('(?:[^'\\]|\\.)*'|[a-z]\w*)(\(([^]*)\))?$/;
const DENIED = /^(\\\+|not)\s*\(?/;

/** A goal's predicate as `name/arity`, and whether it is denied. */
export function goalOf(text) {
  let goal = text.trim();
  const denied = DENIED.test(goal) && !/^not\w/.test(goal);
  if (denied) {
    goal = goal.replace(/^(\\\+|not)\s*/, '');
    if (goal.startsWith('(') && goal.endsWith(')')) goal = goal.slice(1, -1).trim();
  }
  const found = GOAL.exec(goal);
  if (!found) return null;
  const arity = found[3] === undefined ? 0 : cut(found[3], ',').length;
  return { name: `${found[1]}/${arity}`, denied };
}

/** Predicates with their clauses, and an edge from each goal of a body to its head. */
export function graphOf(text, most = 300) {
  const nodes = new Map();
  const edges = new Map();
  const node = (name) => {
    if (!nodes.has(name) && nodes.size < most) nodes.set(name, { name, clauses: [], facts: 0 });
    return nodes.get(name);
  };
  let left = 0;
  for (const clause of clausesOf(text)) {
    const [head, body] = cut(clause, ':-');
    const top = goalOf(head);
    const target = top && node(top.name);
    if (!target) {
      left += 1;
      continue;
    }
    target.clauses.push(`${clause}.`);
    if (body === undefined) target.facts += 1;
    for (const goal of body === undefined ? [] : cut(body, ',').map(goalOf)) {
      if (!goal || !node(goal.name)) continue;
      const key = `${goal.name} ${top.name} ${goal.denied}`;
      edges.set(key, { from: goal.name, to: top.name, denied: goal.denied });
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], left };
}

/** Places for the nodes: what rests on others stands to the right of them. */
export function placed({ nodes, edges }) {
  const layer = new Map(nodes.map(({ name }) => [name, 0]));
  // Circles would never settle, so nothing moves further than there are nodes.
  for (let round = 0; round < Math.min(nodes.length, 60); round += 1) {
    let moved = false;
    for (const { from, to } of edges) {
      const wanted = layer.get(from) + 1;
      if (from !== to && layer.get(to) < wanted && wanted < nodes.length) {
        layer.set(to, wanted);
        moved = true;
      }
    }
    if (!moved) break;
  }
  const used = [...new Set(layer.values())].sort((a, b) => a - b);
  const rows = new Map();
  return nodes.map((node) => {
    const column = used.indexOf(layer.get(node.name));
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { ...node, column, row };
  });
}
