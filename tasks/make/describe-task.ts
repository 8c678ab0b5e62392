/** A task's `ensemble.json`. */
import { hash } from 'node:crypto';
import type { KindPlan } from './kind-plan.ts';
import type { ModelOptions } from './model-options.ts';

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
 * Everything is said, defaults too: nothing is to be guessed later.
 *
 * @param version where options name none: the first one, or a hash of everything that is said
 */
export function describeTask(
  task: string,
  kind: string,
  members: readonly MemberFile[],
  plan: KindPlan,
  options: ModelOptions,
  version: 'first' | 'hash',
): Record<string, unknown> {
  const described = describeContent(task, kind, members, plan, options);
  const own =
    version === 'hash' ? hash('sha256', JSON.stringify(described)).slice(0, HASH_DIGITS) : undefined;
  return { task, kind, version: options.version ?? own ?? FIRST_VERSION, ...described };
}

function describeContent(
  task: string,
  kind: string,
  members: readonly MemberFile[],
  plan: KindPlan,
  options: ModelOptions,
): Record<string, unknown> {
  const text = plan.labels && labelText(plan.labels);
  return {
    task,
    kind,
    title: options.title ?? task,
    hint: options.hint ?? '',
    contracts: options.contracts ?? plan.contracts ?? [],
    budgetMilliseconds: options.budgetMilliseconds ?? 1000,
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
