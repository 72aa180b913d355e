// How far the adding of writings has come, as a number. Pure functions.

/** How many documents are done, the parts of the one under way counted. */
export function howFar({ number, passages }) {
  return passages?.[1] ? number - 1 + passages[0] / passages[1] : number;
}
