/** The message of an error report of the Runtime API, or the report itself when it is not in that form. */
export function describeReport(report: Buffer): string {
  const text = report.toString('utf8');
  try {
    return String(JSON.parse(text).errorMessage ?? text);
  } catch {
    return text;
  }
}
