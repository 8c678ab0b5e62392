/** `ensemble.json` as people like to read it: two spaces, and lists of numbers on one line. */
export function manifestText(manifest: object): string {
  const text = JSON.stringify(manifest, undefined, 2).replace(
    /\[\s+(-?\d[\d.e+-]*(?:,\s+-?\d[\d.e+-]*)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  return `${text}\n`;
}
