/** Questions that a function holds back, so that it hangs on no speed which of them are under way together. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ServiceOptions } from '../../../local/options.ts';
import { startFixture, temporaryFolder } from './fixture-service.ts';
import { PATIENT } from './gateway.ts';

/** What is said to `fixtures/held.mjs` and to `fixtures/eager-runtime.mjs`, and what they say. */
export interface HeldQuestions {
  /** For the function. */
  readonly environment: { readonly RELEASE: string };
  /** Waits until so many questions have reached a handler since the start. */
  gathered(count: number): Promise<void>;
  /** Lets all be answered, these and those that follow. */
  release(): void;
}

/** @param logFile where the function prints */
export function heldQuestions(logFile: string): HeldQuestions {
  const file = `${logFile}.release`;
  const held = () => readFileSync(logFile, 'utf8').match(/a question is held/g)?.length ?? 0;
  return {
    environment: { RELEASE: file },
    gathered: (count) => expect.poll(held, PATIENT).toBe(count),
    release: () => writeFileSync(file, ''),
  };
}

/** For questions that wait until a busy machine has come so far. */
const UNHURRIED = { BUDGET_MILLISECONDS: '10000' };

/** Starts a service around `fixtures/held.mjs`. */
export async function startHolding(options: ServiceOptions = {}) {
  const dataDirectory = temporaryFolder();
  const held = heldQuestions(join(dataDirectory, 'function.log'));
  const environment = { ...(options.environment ?? UNHURRIED), ...held.environment };
  const service = await startFixture('held', { ...options, dataDirectory, environment });
  /** Asks a question that is held. */
  const ask = (path = '/') => fetch(`${service.url}${path}?held=yes`);
  return { service, held, ask };
}
