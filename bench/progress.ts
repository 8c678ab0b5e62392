/**
 * Prints to stderr, at the start of each step, what is measured and how long the remaining steps should take.
 *
 * @param secondsLeft expected duration of all steps
 * @returns a function that begins a step of an expected duration
 */
export function progressOf(secondsLeft: number) {
  let left = secondsLeft;
  return (step: string, seconds: number) => {
    console.error(`${step} … about ${Math.round(left)} s left`);
    left -= seconds;
  };
}
