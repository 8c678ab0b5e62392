/** Evaluates the samples in turn. At most once a second, a terminal shows how many are done and how long the rest takes. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  evaluate: (item: Item) => Promise<unknown>,
): Promise<void> {
  const { isTTY } = process.stderr;
  const started = performance.now();
  let shown = started;
  for (const [index, item] of items.entries()) {
    await evaluate(item);
    const now = performance.now();
    if (!isTTY || now - shown < 1000) continue;
    shown = now;
    const left = ((now - started) / (index + 1)) * (items.length - index - 1);
    process.stderr.write(`\r${index + 1} of ${items.length} samples, ${Math.ceil(left / 1000)} s left  `);
  }
  if (isTTY) process.stderr.write('\r\x1b[K');
}
