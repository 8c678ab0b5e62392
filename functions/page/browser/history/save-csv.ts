/** Saves answers as a file. */
import { type Line, toCsv } from './csv.ts';

/** Gives it to a person as a file. */
export function saveCsv(name: string, lines: readonly Line[]): void {
  // By the mark, spreadsheets know that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', toCsv(lines)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.download = name;
  link.href = url;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
