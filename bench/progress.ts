/**
 * Tells on stderr, at the start of each step, what is measured and how long all that is left should take.
 *
 * @param secondsLeft expected duration of all steps
 * @returns begins a step of an expected duration
 */
export function progressOf(secondsLeft: number) {
  let left = secondsLeft;
  return (step: string, seconds: number) => {
    console.error(`${step} … about ${Math.round(left)} s left`);
    left -= seconds;
  };
}
