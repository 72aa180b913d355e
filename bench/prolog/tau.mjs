// node tau.mjs MODULE_FOLDER GOAL FILE...: the same for tau-prolog.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [folder, goal, ...files] = process.argv.slice(2);
const pl = createRequire(folder + "/")("tau-prolog");
const session = pl.create(1e9);
const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
const cpu = () => {
  const used = process.cpuUsage();
  return (used.user + used.system) / 1000;
};
const fail = (error) => {
  console.log("failed", session.format_answer ? String(error) : error);
  process.exit(1);
};

const beforeLoad = cpu();
session.consult(text, {
  success: () => {
    if (goal === "load") return console.log((cpu() - beforeLoad).toFixed(3));
    session.query(goal + ".", {
      success: () => {
        const before = cpu();
        session.answer({
          success: () => console.log((cpu() - before).toFixed(3)),
          fail: () => fail("no answer"),
          error: fail,
          limit: () => fail("limit"),
        });
      },
      error: fail,
    });
  },
  error: fail,
});
