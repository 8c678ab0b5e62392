/** Requests to `digits` with known responses. Each response was computed without batches, and no two of them are similar. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import type { Tensor } from '../../functions/inference/model/tensors.ts';
import { loadLocalModel } from '../../model-repository/local-model.ts';
import { openRequestSource } from '../../model-repository/request-source.ts';
import { changeManifest } from './fixtures.ts';
import { mulberry32 } from './mulberry32.ts';
import { newFolder } from './new-folder.ts';

/** Any two responses differ by at least this much in at least one probability, so that they cannot be confused. */
const APART = 0.002;
/** Maximum difference due to another order of additions; a tenth of the least difference between two responses. */
const ROUNDING = APART / 10;
const LABELS = 10;
const OUTPUTS = [['probabilities'], ['label', 'confidence']] as const;

/** A request and its expected response. */
export interface KnownRequest {
  /** Body of the request in the Open Inference Protocol. */
  body(id: string): string;
  /** Whether a reply contains the expected response. */
  isPredictedBy(reply: string): boolean;
}

/** A copy of `digits` with batches. @param largest maximum number of requests in a batch */
export function digitsInBatches(largest: number): string {
  const folder = path.join(newFolder(), 'digits');
  cpSync(path.resolve(import.meta.dirname, '../../models/digits'), folder, { recursive: true });
  changeManifest(folder, { batch: { largest } });
  return folder;
}

/** Each picture blends two samples. Half of the requests want all probabilities, the others the best label and confidence. */
export async function knownDigits(count: number): Promise<KnownRequest[]> {
  const source = await openRequestSource({ model: 'digits' });
  const { ensemble, inputOf } = await loadLocalModel(source);
  const samples = await Promise.all(
    source.samples.map(async (sample) => {
      const [part = {}] = await (await ensemble.pipeline.decode(inputOf(sample)))(0);
      const [tensor] = Object.values(part);
      return (tensor as Tensor & { data: Uint8Array }).data;
    }),
  );
  const known: { expected: readonly number[]; request: KnownRequest }[] = [];
  const draw = mulberry32(1);
  const whole = (below: number) => Math.floor(below * draw());
  for (let tried = 0; known.length < count && tried < 5 * count; tried += 1) {
    const [one, other, share] = [whole(samples.length), whole(samples.length), whole(256)];
    const [from, to] = [samples[one]!, samples[other]!];
    const data = from.map((value, index) => (share * value + (255 - share) * to[index]!) / 255);
    const outputs = OUTPUTS[known.length % OUTPUTS.length]!;
    const picture = { datatype: 'UINT8', shape: [1, 28, 28, 1], data } as const;
    const input = ensemble.pipeline.tensors.input({ pixels: picture }, outputs);
    const { output } = await ensemble.predict(input);
    const given = ensemble.pipeline.tensors.output(output, outputs);
    const texts = Object.entries(given).map(([name, tensor]) => [name, textOf(tensor)]);
    const expected = probabilities(Object.fromEntries(texts));
    if (known.some((before) => difference(before.expected, expected) < APART)) continue;
    known.push({ expected, request: requestOf([...data], outputs, expected) });
  }
  if (known.length < count) throw new Error(`only ${known.length} of ${count} requests can be told apart`);
  return known.map(({ request }) => request);
}

function requestOf(data: number[], outputs: readonly string[], expected: readonly number[]): KnownRequest {
  const inputs = [{ name: 'pixels', datatype: 'UINT8', shape: [1, 28, 28, 1], data }];
  const rest = JSON.stringify({ inputs, outputs: outputs.map((name) => ({ name })) }).slice(1);
  return {
    body: (id) => `{"id":"${id}",${rest}`,
    isPredictedBy(reply) {
      const given = JSON.parse(reply).outputs as { name: string; data: readonly (string | number)[] }[];
      const values = Object.fromEntries(given.map(({ name, data: elements }) => [name, elements]));
      return difference(probabilities(values), expected) < ROUNDING;
    },
  };
}

function textOf({ datatype, data }: Tensor): readonly (string | number)[] {
  if (datatype === 'BYTES') return data.map((bytes) => Buffer.from(bytes).toString());
  return [...(data as Float32Array)];
}

/** Probability of every label. If only the best label was requested, the other labels have 0. */
function probabilities(outputs: Record<string, readonly (string | number)[]>): readonly number[] {
  if (outputs.probabilities) return outputs.probabilities.map(Number);
  return Array.from({ length: LABELS }, (_, label) =>
    String(label) === outputs.label?.[0] ? Number(outputs.confidence?.[0]) : 0,
  );
}

function difference(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, label) => Math.abs(value - other[label]!)));
}
