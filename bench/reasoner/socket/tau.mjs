// node tau.mjs MODULE_FOLDER: what the original's engine (tau-prolog, a session consulted from text
// for each question, as the original does) needs for the questions that `measure` asks. No socket,
// no language: only the engine's part.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";

const pl = createRequire(process.argv[2] + "/")("tau-prolog");

const ask = (program, goal, limit) =>
  new Promise((resolve) => {
    const session = pl.create(limit);
    const failed = (why) => () => resolve(why);
    session.consult(program, {
      success: () =>
        session.query(goal + ".", {
          success: () =>
            session.answer({
              success: failed("yes"),
              fail: failed("no"),
              error: failed("error"),
              limit: failed("limit"),
            }),
          error: failed("error"),
        }),
      error: failed("error"),
    });
  });

const quantile = (times, share) => times.sort((a, b) => a - b)[Math.floor(times.length * share)];
const row = (what, wanted, text) => console.log(what.padEnd(38), wanted.padEnd(11), text);

const small = "mortal(X) :- human(X). animal(X) :- human(X). human(socrates). human(plato).";
const began = performance.now();
let count = 0;
while (performance.now() - began < 3000) {
  await ask(small, "mortal(socrates)", 1000);
  count += 1;
}
row("  tau-prolog, small, engine alone", "", `${Math.round((count * 1000) / (performance.now() - began))} /s`);

let large = "mortal(X) :- animal(X). animal(X) :- dog(X). kind(X) :- owns(X, Y), dog(Y). ";
for (let n = 0; n < 5000; n += 1) large += `dog(rex${n}). owns(ann${n}, bob${Math.floor(n / 2)}). `;
const [times, answers] = [[], new Set()];
for (let n = 0; n < 10; n += 1) {
  const before = performance.now();
  answers.add(await ask(large, `mortal(rex${n * 400})`, 1000));
  times.push(performance.now() - before);
}
const found = [...answers].join(", ");
row("  tau-prolog, 10,000 facts, p50 / max", "", `${quantile(times, 0.5).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms (answers: ${found})`);
