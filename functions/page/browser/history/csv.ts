/** Answers as comma-separated values (RFC 4180), for spreadsheets. */
import type { Row } from './row.ts';

/** A line of the file; of what was not answered, only its name and why are known. */
export type Line = Row | { readonly name: string; readonly trouble: string };

const COLUMNS: Readonly<Record<string, (row: Row) => string>> = {
  answer: ({ answer }) => answer,
  confidence: ({ confidence }) => String(confidence ?? ''),
  certainty: ({ sureness }) => sureness ?? '',
  milliseconds: ({ milliseconds }) => milliseconds.toFixed(1),
  remembered: ({ remembered }) => yesOrNo(remembered),
  members: ({ members }) => members,
  right: ({ right }) => (right === undefined ? '' : yesOrNo(right)),
  label: ({ label }) => label ?? '',
  time: ({ at }) => at.toISOString(),
  request_id: ({ id }) => id,
};

export function toCsv(lines: readonly Line[]): string {
  const head = ['name', ...Object.keys(COLUMNS), 'trouble'];
  const cells = lines.map((line) => {
    const isAnswered = 'id' in line;
    const known = Object.values(COLUMNS).map((cell) => (isAnswered ? cell(line) : ''));
    return [line.name, ...known, isAnswered ? '' : line.trouble];
  });
  return [head, ...cells].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function yesOrNo(yes: boolean): string {
  return yes ? 'yes' : 'no';
}
