/** Choosing among samples by their names. */

/**
 * @param names undefined: all of them
 * @param place where they come from, for messages
 * @throws {Error} when there is none
 */
export function onlyNamed<Named extends { readonly name: string }>(
  names: ReadonlySet<string> | undefined,
  found: readonly Named[],
  place: string,
): Named[] {
  if (found.length === 0) throw new Error(`${place}: none has a label`);
  const samples = found.filter(({ name }) => names === undefined || names.has(name));
  if (samples.length > 0) return samples;
  throw new Error(`--only names no sample of ${place}; expected names such as "${found[0]?.name}"`);
}
