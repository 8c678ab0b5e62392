const PATIENCE_MILLISECONDS = 2000;

/** Says on stderr every two seconds what a command waits for, and for how long. */
export async function announceWaiting<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const began = performance.now();
  const timer = setInterval(() => {
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.error(`${what}, ${seconds} s …`);
  }, PATIENCE_MILLISECONDS);
  return work.finally(() => clearInterval(timer));
}
