import { LambdaError } from './errors.ts';
import type { LambdaApi } from './lambda-api.ts';
import { type Measured, type MeasureOptions, measure, type Questions } from './measure.ts';
import { active, type Patience, settled, updated } from './wait.ts';

export interface TuneOptions extends Patience {
  readonly memorySizes: readonly number[];
  readonly warmUp: number;
  readonly invocations: number;
  /** Tells this run's aliases and versions from all others. */
  readonly runName: string;
  /** Ends the measuring, not the tidying up. */
  readonly signal?: AbortSignal;
  readonly onStep: (text: string) => void;
  readonly onProgress: MeasureOptions['onProgress'];
  /** Told of what could not be tidied up, and why. */
  readonly onLeftOver: (duty: string, reason: string) => void;
}

export interface TunedPoint extends Measured {
  readonly memoryMegabytes: number;
}

/**
 * Measures a function at each memory size:
 *
 *     set the memory of $LATEST ─▶ wait until updated ─▶ publish a version ─▶ wait until active ─▶ alias ─▶ ask
 *       └── next size ◀── delete the versions it has published ◀── delete the alias ◀────────────────────┘
 *
 * Whatever happens in between, aliases and versions of its own are deleted and the memory is set back. Traffic stays on
 * the versions that it was on: nothing but `$LATEST` is changed.
 * @throws LambdaError or TuneError where something was not measured
 */
export async function tune(
  api: LambdaApi,
  questions: Questions,
  options: TuneOptions,
): Promise<TunedPoint[]> {
  const { memorySizes, signal, onStep } = options;
  const { MemorySize: before } = await updated(api, options, signal);
  const points: TunedPoint[] = [];
  try {
    for (const [index, memoryMegabytes] of memorySizes.entries()) {
      onStep(`[${index + 1}/${memorySizes.length}] ${memoryMegabytes} MB`);
      points.push({ memoryMegabytes, ...(await measureAt(api, questions, memoryMegabytes, options)) });
    }
  } finally {
    onStep(`Setting the memory back to ${before} MB`);
    await tidy(`set the memory back to ${before} MB`, options, async () => {
      const { MemorySize: now } = await settled(api, options);
      if (now !== before) {
        await api.updateMemory(before);
        await updated(api, options);
      }
    });
  }
  return points;
}

async function measureAt(
  api: LambdaApi,
  questions: Questions,
  memoryMegabytes: number,
  options: TuneOptions,
): Promise<Measured> {
  const { signal, runName } = options;
  const alias = `${runName}-${memoryMegabytes}`;
  try {
    await api.updateMemory(memoryMegabytes, signal);
    await updated(api, options, signal);
    const version = await api.publishVersion(runName, signal);
    await active(api, version, options, signal);
    await api.createAlias(alias, version, signal);
    return await measure(api, alias, questions, options);
  } finally {
    await tidy(`delete the alias ${alias}`, options, () => api.deleteAlias(alias));
    await tidy(`delete the versions described as ${runName}`, options, () => deleteVersions(api, runName));
  }
}

/**
 * A version that another deployment published, or one that had this memory before, has another description: it stays.
 * Looked for, not remembered, because an interrupted call may have published one.
 */
async function deleteVersions(api: LambdaApi, description: string): Promise<void> {
  for (const version of await api.versionsDescribedAs(description)) {
    await api.deleteVersion(version);
  }
}

/** Does what must be done in any case; what fails is told, and keeps nothing else from being done. */
async function tidy(duty: string, { onLeftOver }: TuneOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isGone = error instanceof LambdaError && error.status === 404;
    if (!isGone) {
      onLeftOver(duty, (error as Error).message);
    }
  }
}
