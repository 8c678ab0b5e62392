/**
 * Calls `act` in parallel loops until all calls are done.
 *
 * @param goesOn number of calls, or a function that gets the number of begun calls and returns whether another call begins
 */
export async function together(
  atOnce: number,
  goesOn: number | ((begun: number) => boolean),
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  let begun = 0;
  const loop = async () => {
    while (typeof goesOn === 'number' ? begun < goesOn : goesOn(begun)) {
      begun += 1;
      await act(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}
