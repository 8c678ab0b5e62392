/** Parts of a command that take noticeable time, by their names. */
export type Steps = Readonly<Record<string, () => Promise<void>>>;

/**
 * Runs steps one after the other and prints each with its duration.
 *
 * @returns seconds they took together
 */
export async function runSteps(steps: Steps): Promise<number> {
  const start = performance.now();
  const all = Object.entries(steps);
  for (const [index, [name, run]] of all.entries()) {
    const stepStart = performance.now();
    process.stdout.write(`[${index + 1}/${all.length}] ${name}: `);
    await run().catch((error) => {
      console.log('failed');
      throw error;
    });
    console.log(`${((performance.now() - stepStart) / 1000).toFixed(1)} s`);
  }
  return (performance.now() - start) / 1000;
}
