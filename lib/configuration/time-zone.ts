/** Whether it is a zone, spelt as AWS spells it. `Intl.supportedValuesOf` knows one name of each, and UTC by none. */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z][A-Za-z]+(\/[A-Z][\w+-]*)+)$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
