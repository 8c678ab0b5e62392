/** A model's `ensemble.json`. */
import { hash } from 'node:crypto';
import type { ModelOptions } from './model-options.ts';
import type { PipelinePlan } from './pipeline-plan.ts';

export const LABELS_FILE = 'labels.txt';

/** A model as `ensemble.json` names it. */
export interface MemberFile {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}

const FIRST_VERSION = '1';
/** Hexadecimal digits of a version that is a hash. */
const HASH_DIGITS = 12;

/**
 * It holds every field, defaults too: nothing is to be guessed later.
 *
 * @param version where options name none: the first one, or a hash of everything in it
 */
export function describeModel(
  model: string,
  pipeline: string,
  members: readonly MemberFile[],
  plan: PipelinePlan,
  options: ModelOptions,
  version: 'first' | 'hash',
): Record<string, unknown> {
  const described = describeContent(model, pipeline, members, plan, options);
  const own =
    version === 'hash' ? hash('sha256', JSON.stringify(described)).slice(0, HASH_DIGITS) : undefined;
  return { model, pipeline, version: options.version ?? own ?? FIRST_VERSION, ...described };
}

function describeContent(
  model: string,
  pipeline: string,
  members: readonly MemberFile[],
  plan: PipelinePlan,
  options: ModelOptions,
): Record<string, unknown> {
  const text = plan.labels && labelText(plan.labels);
  return {
    model,
    pipeline,
    title: options.title ?? model,
    hint: options.hint ?? '',
    contracts: options.contracts ?? plan.contracts ?? [],
    deadlineMilliseconds: options.deadlineMilliseconds ?? 1000,
    ...plan.fields,
    ...(text !== undefined && {
      labels: { file: LABELS_FILE, count: plan.labels?.length, sha256: hash('sha256', text) },
    }),
    ...(options.reject && { reject: options.reject }),
    members: members.map((member, index) => ({
      ...member,
      weight: options.weights?.[index] ?? 1,
      ...plan.memberFields[index],
    })),
  };
}

export function labelText(labels: readonly string[]): string {
  return `${labels.join('\n')}\n`;
}
