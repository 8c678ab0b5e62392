/** Reads the folders of exporters such as Hugging Face's Optimum: a model with its tokenizer and its configuration. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ModelError } from '../functions/inference/model/model-error.ts';

/** The only ONNX file or `model.onnx` in a folder, else in its `onnx`; undefined if none, or the folder has `ensemble.json`. */
export function exportedModel(folder: string): string | undefined {
  const files = onnxFilesIn(folder);
  return files.length === 1 ? files[0] : files.find(isModel);
}

/** ONNX files of the first of `folder` and its `onnx` with just one or `model.onnx`; else all. None beside `ensemble.json`. */
export function onnxFilesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  if (existsSync(path.join(folder, 'ensemble.json'))) return [];
  const folders = [folder, path.join(folder, 'onnx')].filter((directory) => existsSync(directory));
  const found = folders.map((directory) => {
    const names = readdirSync(directory).filter((name) => /\.onnx$/i.test(name));
    return names.sort().map((name) => path.join(directory, name));
  });
  return found.find((files) => files.length === 1 || files.some(isModel)) ?? found.flat();
}

const isModel = (file: string) => path.basename(file) === 'model.onnx';

/** The folder with a model's configuration: the folder of its file, or the parent of a folder `onnx` without `config.json`. */
export function folderOf(model: string): string {
  const folder = path.dirname(model);
  const isBelow = path.basename(folder) === 'onnx' && !existsSync(path.join(folder, 'config.json'));
  return isBelow ? path.dirname(folder) : folder;
}

export const TOKENIZER = 'tokenizer.json';

/** Content of a JSON file in a folder; `{}` if there is no such file. @throws {ModelError} if the file is not JSON */
export function readJson<Content>(folder: string, name: string): Partial<Content> {
  const file = path.join(folder, name);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Content>;
  } catch (cause) {
    throw new ModelError(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** The exported model's class in Hugging Face's Transformers, such as `BertForTokenClassification`; empty if unknown. */
export function architectureOf(folder: string): string {
  return String(readJson<{ architectures: string[] }>(folder, 'config.json').architectures?.[0] ?? '');
}
