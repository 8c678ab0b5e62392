import { setTimeout as wait } from 'node:timers/promises';
import { LambdaError } from './errors.ts';
import type { LambdaApi, TunedFunction } from './lambda-api.ts';

/** How Lambda, which does most things after it has answered, is waited for. */
export interface Patience {
  /** Milliseconds between looks at whether it is done. */
  readonly pollInterval: number;
  /** Milliseconds until it must be done. */
  readonly patience: number;
}

/** Waits until the last change of `$LATEST` is through. @throws LambdaError where Lambda could not make it */
export async function updated(
  api: LambdaApi,
  options: Patience,
  signal?: AbortSignal,
): Promise<TunedFunction> {
  const found = await settled(api, options, signal);
  if (found.LastUpdateStatus === 'Failed') {
    throw new LambdaError(
      `Lambda could not change the function: ${found.LastUpdateStatusReason ?? 'it gives no reason'}.`,
    );
  }
  return found;
}

/** Waits until the last change of `$LATEST` is through or has failed: either way the next one can be made. */
export async function settled(
  api: LambdaApi,
  options: Patience,
  signal?: AbortSignal,
): Promise<TunedFunction> {
  const isDone = ({ LastUpdateStatus }: TunedFunction) => LastUpdateStatus !== 'InProgress';
  return until(() => api.configuration(undefined, signal), isDone, options, signal);
}

/** Waits until a published version can be invoked. @throws LambdaError where it never will */
export async function active(
  api: LambdaApi,
  version: string,
  options: Patience,
  signal?: AbortSignal,
): Promise<void> {
  const isDone = ({ State }: TunedFunction) => State !== 'Pending';
  const { State, StateReason } = await until(
    () => api.configuration(version, signal),
    isDone,
    options,
    signal,
  );
  if (State === 'Failed') {
    throw new LambdaError(
      `Version ${version} did not become active: ${StateReason ?? 'Lambda gives no reason'}.`,
    );
  }
}

/** AWS's own waiters would go on asking where Lambda refuses to answer, and do not end with their signal. */
async function until(
  look: () => Promise<TunedFunction>,
  isDone: (configuration: TunedFunction) => boolean,
  { pollInterval, patience }: Patience,
  signal?: AbortSignal,
): Promise<TunedFunction> {
  const deadline = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (isDone(found)) {
      return found;
    }
    if (performance.now() > deadline) {
      throw new LambdaError(`Lambda is not done with the function after ${patience / 1000} s.`);
    }
    await wait(pollInterval, undefined, { signal });
  }
}
