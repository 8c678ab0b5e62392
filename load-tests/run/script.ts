import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTestsDirectory } from '../../project/places.ts';
import { artilleryRequire } from './artillery-installation.ts';

/** Phases of a scenario file, one after the other; users who ask when they were answered arrive in a single one. */
export type Phases = [Phase, ...Phase[]];

/** A phase of a scenario file: arrivals at a rate, or a number of arrivals. */
export interface Phase {
  duration: number;
  arrivalRate?: number;
  arrivalCount?: number;
  /** With a number of arrivals, which are evenly spaced anyway, `uniform` says that each asks once. */
  mode?: string;
}

/** Arrivals per second that do not wait for answers; undefined for users who ask when they were answered. */
export function rateOf({ duration, arrivalRate, arrivalCount, mode }: Phase): number | undefined {
  return arrivalCount !== undefined && mode === 'uniform' ? arrivalCount / duration : arrivalRate;
}

/** What a scenario file and the overrides of one run have in common. */
export interface ScriptConfig {
  phases: Phases;
  variables?: Record<string, number>;
  ensure?: Ensure;
}

/** Artillery's own guard. */
export interface Ensure {
  thresholds?: Record<string, number>[];
  conditions?: { expression: string }[];
}

/** Path of a scenario's file. */
export function scriptFile(scenario: string): string {
  return join(loadTestsDirectory, 'scenarios', `${scenario}.yml`);
}

/** Reads the `config` of a scenario's file. @throws when Artillery has not been installed */
export function readScript(scenario: string): ScriptConfig {
  const yaml = artilleryRequire()('js-yaml') as { load(text: string): { config: ScriptConfig } };
  return yaml.load(readFileSync(scriptFile(scenario), 'utf8')).config;
}
