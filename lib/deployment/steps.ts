/** A part of a command that takes noticeable time. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/**
 * Runs steps one after the other and prints each with its duration.
 *
 * @returns seconds they took together
 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const start = performance.now();
  for (const [index, { name, run }] of steps.entries()) {
    const stepStart = performance.now();
    process.stdout.write(`[${index + 1}/${steps.length}] ${name}: `);
    await run().catch((error) => {
      console.log('failed');
      throw error;
    });
    console.log(`${((performance.now() - stepStart) / 1000).toFixed(1)} s`);
  }
  return (performance.now() - start) / 1000;
}
