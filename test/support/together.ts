/**
 * Does one thing after the other, so many at once.
 *
 * @param goesOn how many there are, or whether another one begins after so many
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
