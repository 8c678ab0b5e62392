/** Files of test/fixtures, and folders with copies of them. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './new-folder.ts';

export const fixture = (name: string): string => path.resolve(import.meta.dirname, '../fixtures', name);

export const readFixture = (name: string) => JSON.parse(readFileSync(fixture(name), 'utf8'));

/** Contents of files by their names. A text is the path of a file to copy, and an object becomes JSON. */
export type Files = Readonly<Record<string, string | Uint8Array | object>>;

/** Creates a folder with files, as exporters do. The paths of files to copy are relative to test/fixtures. */
export function folderWith(files: Files): string {
  const folder = path.join(newFolder(), 'exported');
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (typeof content === 'string') copyFileSync(fixture(content), file);
    else writeFileSync(file, content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return folder;
}

/** Creates the folder of a model with one graph. @param fields more fields of its `ensemble.json` */
export function modelOf(graph: string | Uint8Array, fields: object = {}, files: Files = {}): string {
  const members = [{ name: 'model', file: 'model.onnx' }];
  const manifest = { model: 'one', pipeline: 'tensor', members, ...fields };
  return folderWith({ 'model.onnx': graph, 'ensemble.json': manifest, ...files });
}

/** The JSON of an `ensemble.json`. */
type Manifest = Readonly<Record<string, unknown>> & { readonly members: readonly object[] };

/** Replaces fields of a model's `ensemble.json`; undefined removes a field. @param fields may be a function of the old fields */
export function changeManifest(folder: string, fields: object | ((before: Manifest) => object)): void {
  const file = path.join(folder, 'ensemble.json');
  const before = JSON.parse(readFileSync(file, 'utf8'));
  const changed = typeof fields === 'function' ? fields(before) : fields;
  writeFileSync(file, JSON.stringify({ ...before, ...changed }));
}

export interface SampleFile {
  readonly file: string;
  readonly content: Uint8Array | string;
  readonly label?: string;
  readonly shown?: boolean | undefined;
}

/** Writes samples and their labels.json into a folder. */
export function writeSamples(folder: string, samples: readonly SampleFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { file, content } of samples) writeFileSync(path.join(folder, file), content);
  const entries = samples.map(({ content: _, ...entry }) => entry);
  writeFileSync(path.join(folder, 'labels.json'), JSON.stringify(entries));
}
