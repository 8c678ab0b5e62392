/** Labels as people have them: one a line, or a JSON list. */
import { RepositoryError, readNamedFile } from '../repository-error.ts';

/** @throws {RepositoryError} when they cannot be read, or are no labels */
export async function readLabelFile(file: string): Promise<string[]> {
  const text = (await readNamedFile(file)).toString('utf8');
  const labels = text.trimStart().startsWith('[')
    ? fromJson(file, text)
    : text
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split(/\r?\n/);
  const wrong = labels.findIndex((label) => label.trim() === '' || /[\r\n]/.test(label));
  if (wrong !== -1)
    throw new RepositoryError(`${file} has no label in place ${wrong + 1}: expected one on every line`);
  return labels;
}

function fromJson(file: string, text: string): string[] {
  try {
    const labels: unknown = JSON.parse(text);
    const isLabel = (label: unknown) => typeof label === 'string' || typeof label === 'number';
    if (Array.isArray(labels) && labels.length > 0 && labels.every(isLabel)) return labels.map(String);
  } catch {
    // Said below.
  }
  throw new RepositoryError(`${file} must hold one label a line, or a JSON list of texts`);
}

/** Labels for a model without a file of labels. */
export function numberedLabels(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}
