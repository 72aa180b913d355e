// Counting the steps of a proof without walking its depth on the stack. A pure function.

/** How many steps a proof has, counted no further than needed. */
export function steps(nodes, most = Infinity) {
  let counted = 0;
  const open = [...nodes];
  while (open.length && counted < most) {
    counted += 1;
    open.push(...(open.pop().children ?? []));
  }
  return counted;
}
