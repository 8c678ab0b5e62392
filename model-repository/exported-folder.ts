/** Folders that exporters write, such as Hugging Face's Optimum: a model beside its tokenizer and its configuration. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where the model lies in them. */
const PLACES = ['model.onnx', path.join('onnx', 'model.onnx')];

/** The model of such a folder; undefined where it is none, or a model's folder already. */
export function exportedModel(folder: string): string | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  if (existsSync(path.join(folder, 'ensemble.json'))) return undefined;
  return PLACES.map((place) => path.join(folder, place)).find((file) => existsSync(file));
}

/** The folder of a model's configuration: its own, or the one above. */
export function folderOf(model: string): string {
  const folder = path.dirname(model);
  return path.basename(folder) === 'onnx' && !existsSync(path.join(folder, 'config.json'))
    ? path.dirname(folder)
    : folder;
}
