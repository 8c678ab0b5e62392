import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from '../../local/service.ts';
import { addCommand } from '../../model-repository/make/command.ts';
import { startTiny } from '../local/support/tiny-service.ts';
import { newFolder } from '../support/new-folder.ts';
import { multiplication } from '../support/onnx-graph.ts';

/** Models as other people exported them, with the files that belong to them. */
export const STRANGERS = join(import.meta.dirname, '..', 'fixtures', 'strangers');

export const stranger = (file: string) => join(STRANGERS, file);

/** Runs `npm run add` in this process. */
export async function add(...parameters: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const code = await addCommand(parameters, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

/** Adds a model in a new folder. @returns also its `ensemble.json` */
export async function made(...parameters: string[]) {
  const { code, output } = await add(...parameters, '--into', newFolder());
  const directory = /^Model .* is in (.+)$/m.exec(output)![1]!;
  const manifest = JSON.parse(readFileSync(join(directory, 'ensemble.json'), 'utf8'));
  return { code, output, directory, manifest };
}

/** Serves models until the end of the test. */
export const serve = (...models: string[]): Promise<Service> => startTiny({ models });

/** The model's outputs for these inputs, by the Open Inference Protocol. */
export async function infer({ url }: Service, model: string, ...inputs: object[]) {
  const body = JSON.stringify({ inputs });
  const response = await fetch(`${url}/v2/models/${model}/infer`, { method: 'POST', body });
  return ((await response.json()) as { outputs: { name: string; data: number[] }[] }).outputs;
}

/** Writes a model with three weights in `model.data`, which `ensemble.json` does not name. */
export function weightsBeside(folder: string): string {
  const members = [{ name: 'model', file: 'model.onnx' }];
  const manifest = { model: 'beside', pipeline: 'tensor', outputs: ['y'], members };
  writeFileSync(
    join(folder, 'model.onnx'),
    multiplication('FP32', 3, { location: 'model.data', length: 12 }),
  );
  writeFileSync(join(folder, 'model.data'), Float32Array.of(1, 2, 3));
  writeFileSync(join(folder, 'ensemble.json'), JSON.stringify(manifest));
  return folder;
}
