/** Samples to evaluate, from a folder with a `labels.json`, from pictures `<label>/<name>`, or from a table of texts. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Sample } from '../functions/inference/contracts/client.ts';
import { mediaTypeOf } from '../functions/inference/contracts/samples.ts';
import { readSample } from '../functions/release-check/sampled-model.ts';
import { listedSamples } from '../model-repository/request-source.ts';
import { UsageError } from '../project/usage-error.ts';

/** A sample whose label is known. */
export interface LabelledSample {
  readonly label: string;
  read(): Promise<Sample>;
}

/**
 * Lists the samples of all `labels.json` in a folder, at any depth. Without any, lists all pictures, labelled with their folders'
 * names. @throws {UsageError} if none has a label, a `labels.json` is invalid or empty, or a listed file is missing
 */
export function listSamples(folder: string): LabelledSample[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const files = isFolder ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
  const lists = files.filter((file) => path.basename(file) === 'labels.json');
  const pictures = files.filter((file) => mediaTypeOf(file).startsWith('image/'));
  const named = pictures.map((file) => ({ file, label: path.basename(path.dirname(file)) }));
  const found = lists.length > 0 ? lists.flatMap((list) => labelledIn(folder, path.dirname(list))) : named;
  if (found.length === 0) {
    throw new UsageError(
      `no sample in ${folder} has a label: expected a folder with a labels.json that has labels, or pictures as <label>/<name>`,
    );
  }
  return found.map((entry) => ({ label: entry.label, read: () => readSample(folder, entry) }));
}

/** The labelled samples of `folder/below`. @throws {UsageError} if `labels.json` is invalid or empty, or a file is missing */
function labelledIn(folder: string, below: string) {
  return listedSamples(path.join(folder, below)).flatMap(({ file, label }) =>
    label === undefined ? [] : [{ file: path.join(below, file), label }],
  );
}

/** RFC 4180 with CRLF or LF. A quote within an unquoted cell is an ordinary character. */
const CSV = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  relax_quotes: true,
  skip_empty_lines: true,
};

/** Reads a CSV file in UTF-8. @throws {UsageError} if it cannot be read, or lacks a column or rows */
export function readTable(file: string): LabelledSample[] {
  let rows: Readonly<Record<string, string>>[];
  try {
    rows = parse(readFileSync(file, 'utf8'), { ...CSV, columns: true });
  } catch (error) {
    throw new UsageError(`--csv ${file} cannot be read: ${(error as Error).message}`);
  }
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.includes('text') || !columns.includes('label')) {
    const found = columns.map((column) => `"${column}"`).join(', ') || 'no rows';
    throw new UsageError(`--csv ${file} needs rows with the columns "text" and "label": it has ${found}`);
  }
  return rows.map(({ text = '', label = '' }, index) => {
    const name = `text ${index + 1}`;
    return { label, read: async () => ({ name, label, mediaType: 'text/plain', bytes: Buffer.from(text) }) };
  });
}
