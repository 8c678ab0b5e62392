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
    const label = `[${index + 1}/${steps.length}] ${name}`;
    const stepStart = performance.now();
    const stopTicking = tick(label, stepStart);
    try {
      await run();
    } finally {
      stopTicking();
    }
    console.log(`${label}: ${seconds(stepStart)} s`);
  }
  return (performance.now() - start) / 1000;
}

/** On a terminal, shows once a second that a step is still running, and for how long. */
function tick(label: string, start: number): () => void {
  if (!process.stdout.isTTY) return () => {};
  const clear = '\r\u001b[K';
  const timer = setInterval(() => process.stdout.write(`${clear}${label} … ${seconds(start)} s`), 1000);
  return () => {
    clearInterval(timer);
    process.stdout.write(clear);
  };
}

function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
