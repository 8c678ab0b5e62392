/** Makes the content of a model's `ensemble.json` and `labels.txt`. */

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ModelError } from '../../functions/inference/model/model-error.ts';
import { readJson } from '../exported-folder.ts';
import { cannotBeRead } from '../model-files.ts';
import type { ModelOptions } from './model-options.ts';
import type { LoadedModel, PipelinePlan } from './plans/planner.ts';
import { ultralyticsOf } from './plans/ultralytics.ts';

const LABELS_FILE = 'labels.txt';

const HASH_DIGITS = 12;

/**
 * The files of a model's folder except members. `ensemble.json` states default values, too, because later defaults may differ.
 * @param version default of the option `--version`: `first` is `1`, and `hash` is a hash of the other fields of `ensemble.json`
 */
export function describeModel(
  model: string,
  pipeline: string,
  members: readonly object[],
  { fields, labels, contracts = ['predictions'], files }: PipelinePlan,
  options: ModelOptions,
  version: 'first' | 'hash',
): Record<string, string | Uint8Array> {
  const labelText = labels && `${labels.join('\n')}\n`;
  const described = {
    model,
    pipeline,
    title: options.title ?? model,
    hint: options.hint ?? '',
    contracts: options.contract ?? contracts,
    deadlineMilliseconds: options.deadline ?? 1000,
    ...fields[0],
    labels: labels && { file: LABELS_FILE, count: labels.length, sha256: hash('sha256', labelText!) },
    members: members.map((member, index) => ({
      ...member,
      weight: options.weight?.[index] ?? 1,
      ...differences(fields[0], fields[index]),
    })),
  };
  const own = version === 'hash' ? hash('sha256', JSON.stringify(described)).slice(0, HASH_DIGITS) : '1';
  const manifest = Object.assign({ model, pipeline, version: options.version ?? own }, described);
  return {
    ...files,
    ...(labelText && { [LABELS_FILE]: labelText }),
    'ensemble.json': manifestText(manifest),
  };
}

/** The fields of a member that differ from those of the first member. Nested objects have only their differing fields, too. */
function differences(first: object = {}, own: object = {}): Record<string, unknown> {
  const common = first as Record<string, unknown>;
  const differing = Object.entries(own).flatMap(([name, value]) => {
    if (JSON.stringify(common[name]) === JSON.stringify(value)) return [];
    const isEntry = value?.constructor === Object;
    return [[name, isEntry ? differences(common[name] as object, value) : value]];
  });
  return Object.fromEntries(differing);
}

/** `ensemble.json` as text for people: indented by two spaces, with each list of numbers on one line. */
export function manifestText(manifest: object): string {
  const text = JSON.stringify(manifest, undefined, 2).replace(
    /\[\s+(-?\d[\d.e+-]*(?:,\s+-?\d[\d.e+-]*)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  return `${text}\n`;
}

/** Reads labels: one per line, or a JSON list. @throws {UsageError | ModelError} if the file is unreadable, or a label invalid */
export async function readLabelFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw cannotBeRead(file, cause);
  });
  const lines = text.replace(/^\uFEFF/, '').trimEnd();
  const labels = text.trimStart().startsWith('[') ? fromJson(file, text) : lines.split(/\r?\n/);
  const wrong = labels.findIndex((label) => label.trim() === '' || /[\r\n]/.test(label));
  if (wrong === -1) return labels;
  throw new ModelError(`label ${wrong + 1} of ${file} must not be empty, and must not have a line break`);
}

function fromJson(file: string, text: string): string[] {
  try {
    const labels: unknown = JSON.parse(text);
    const isLabel = (label: unknown) => typeof label === 'string' || typeof label === 'number';
    if (Array.isArray(labels) && labels.length > 0 && labels.every(isLabel)) return labels.map(String);
  } catch {}
  throw new ModelError(`${file} must have one label per line, or a JSON list of labels`);
}

/**
 * Labels in the order of their numbers. They come from the metadata that Ultralytics writes into a graph, or else from the
 * `config.json` that Transformers or timm write beside it.
 */
export function labelsBeside({ folder, graph }: LoadedModel): string[] | undefined {
  const config = readJson<Record<'id2label' | 'label_names', Record<string, string>>>(folder, 'config.json');
  const given = config.id2label ?? config.label_names ?? {};
  const labels = numberedLabels(Object.keys(given).length).map((id) => given[id] ?? id);
  return ultralyticsOf(graph).labels ?? (labels.length > 0 ? labels : undefined);
}

/** Labels for a model without a file of labels. */
export function numberedLabels(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}
