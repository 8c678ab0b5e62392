/** A model's `ensemble.json`. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MemberFiles } from '../member-files.ts';
import { cannotBeRead, RepositoryError } from '../repository-error.ts';
import type { PipelinePlan } from './planner.ts';
import type { ModelOptions } from './read-model-options.ts';

export const LABELS_FILE = 'labels.txt';

export type NamedFiles = MemberFiles & { readonly name: string };

const FIRST_VERSION = '1';
const HASH_DIGITS = 12;

/**
 * It holds every field, defaults too: nothing is to be guessed later.
 *
 * @param version where options name none: the first one, or a hash of everything in it
 */
export function describeModel(
  model: string,
  pipeline: string,
  members: readonly NamedFiles[],
  plan: PipelinePlan,
  options: ModelOptions,
  version: 'first' | 'hash',
): Record<string, unknown> {
  const text = plan.labels && labelText(plan.labels);
  const described = {
    model,
    pipeline,
    title: options.title ?? model,
    hint: options.hint ?? '',
    contracts: options.contracts ?? plan.contracts ?? [],
    deadlineMilliseconds: options.deadlineMilliseconds ?? 1000,
    ...plan.fields[0],
    ...(text !== undefined && {
      labels: { file: LABELS_FILE, count: plan.labels?.length, sha256: hash('sha256', text) },
    }),
    ...(options.reject && { reject: options.reject }),
    members: members.map((member, index) => ({
      ...member,
      weight: options.weights?.[index] ?? 1,
      ...differences(plan.fields[0], plan.fields[index]),
    })),
  };
  const own =
    version === 'hash' ? hash('sha256', JSON.stringify(described)).slice(0, HASH_DIGITS) : FIRST_VERSION;
  return Object.assign({ model, pipeline, version: options.version ?? own }, described);
}

/** Fields that one member has otherwise than another; of an entry within them, only what differs. */
function differences(first: object = {}, own: object = {}): Record<string, unknown> {
  const common = first as Record<string, unknown>;
  const differing = Object.entries(own).filter(
    ([name, value]) => JSON.stringify(common[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(
    differing.map(([name, value]) => {
      const isEntry = typeof value === 'object' && value !== null && !Array.isArray(value);
      return [name, isEntry ? differences(common[name] as object, value) : value];
    }),
  );
}

export function labelText(labels: readonly string[]): string {
  return `${labels.join('\n')}\n`;
}

/** `ensemble.json` as people like to read it: two spaces, and lists of numbers on one line. */
export function manifestText(manifest: object): string {
  const text = JSON.stringify(manifest, undefined, 2).replace(
    /\[\s+(-?\d[\d.e+-]*(?:,\s+-?\d[\d.e+-]*)*)\s+\]/g,
    (_, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`,
  );
  return `${text}\n`;
}

/** Labels as people have them: one a line, or a JSON list. @throws {RepositoryError} when they cannot be read, or are no labels */
export async function readLabelFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw cannotBeRead(file, cause);
  });
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
