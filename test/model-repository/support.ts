import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCommand } from '../../model-repository/make/command.ts';
import { bodyOf, post } from '../functions/support/requests.ts';
import { quietService } from '../functions/support/tiny.ts';
import { fixture, modelOf } from '../support/fixtures.ts';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';

/** Path of a model like those that other people export, or of a file that belongs to such a model. */
export const stranger = (file: string) => fixture(`strangers/${file}`);

/** Runs `npm run add` in this process. */
export async function add(...parameters: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await addCommand(parameters, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

/** Adds a model in a new folder. @returns exit code, output, and the model's folder with its parsed `ensemble.json` */
export async function made(...parameters: string[]) {
  const { code, output } = await add(...parameters, '--into', newFolder());
  const directory = /^Model .* is in (.+)$/m.exec(output)![1]!;
  const manifest = JSON.parse(readFileSync(join(directory, 'ensemble.json'), 'utf8'));
  return { code, output, directory, manifest };
}

/** Sends inputs to a model by the Open Inference Protocol. @param directory the model's folder @returns the outputs */
export async function infer(directory: string, model: string, ...inputs: object[]) {
  const send = await quietService({ MODEL_DIRECTORY: directory });
  const response = await send(post(JSON.stringify({ inputs }), `/v2/models/${model}/infer`));
  return (bodyOf(response) as { outputs?: { name: string; data: number[] }[] }).outputs;
}

/** A model whose three weights are in `model.data`. */
export const OUTSIDE = multiplication('FP32', 3, { location: 'model.data', length: 12 });

export const bytesOf = (...weights: number[]) => new Uint8Array(Float32Array.from(weights).buffer);

/** Creates a model with three weights in `model.data`, which `ensemble.json` does not name. */
export function weightsBeside(): string {
  const weights = { 'model.data': bytesOf(1, 2, 3) };
  return modelOf(OUTSIDE, { model: 'beside', outputs: ['y'] }, weights);
}

/** A text model as Optimum exports it. @param changes by JSON file: new fields, or a list that replaces the file */
export function exportedText(
  of: 'embedding' | 'sentiment' | 'ranking',
  changes: Readonly<Record<string, object>> = {},
): string {
  const folder = join(newFolder(), of);
  cpSync(fixture(`tiny-text/${of}`), folder, { recursive: true });
  cpSync(fixture('tiny-text/embedding/tokenizer.json'), join(folder, 'tokenizer.json'));
  for (const [name, content] of Object.entries(changes)) {
    const file = join(folder, name);
    const before = existsSync(file) && !Array.isArray(content) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    writeFileSync(file, JSON.stringify(Array.isArray(content) ? content : { ...before, ...content }));
  }
  return folder;
}
