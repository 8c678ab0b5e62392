/**
 * One round of a duel: the service is started anew with each of a few settings, all run at the same time, and they are
 * asked in turns of a second or two. So what is compared lies seconds apart, and what slows the machine down slows down all.
 */
import type { Service } from '../../../local/service.ts';
import { readStartOptions } from '../../../local/start-command.ts';
import { withLocalService } from '../../command/local-service.ts';
import type { Point, Visit } from '../measurements.ts';
import { type Setting, startParameters } from '../setting.ts';
import { measureStretch, type Surroundings, warmUp } from './stretch.ts';

export interface DuelPlan {
  /** From 1. */
  readonly round: number;
  readonly settings: readonly Setting[];
  /** Numbers of clients, each of which asks every setting. */
  readonly clients: readonly number[];
  /** How often each number of clients asks each setting. */
  readonly turns: number;
  /** Of each turn. */
  readonly seconds: number;
}

/** @returns a visit for each setting @throws when a service cannot be started, or the signal is raised: with its reason */
export async function duel(plan: DuelPlan, surroundings: Surroundings): Promise<Visit[]> {
  const { round, settings, clients: numbers, turns, seconds } = plan;
  surroundings.signal.throwIfAborted();
  return withServices(surroundings.task, settings, async (services) => {
    const sides = settings.map((setting, index) => ({
      setting,
      doing: { phase: 'duel', round, setting } as const,
      service: services[index]!,
      points: [] as Point[],
    }));
    for (const { service, doing } of sides) await warmUp(service, doing, surroundings);
    for (const clients of numbers) {
      for (let turn = 1; turn <= turns; turn++) {
        // There and back again: what changes evenly as time goes by is in no ratio.
        for (const { service, setting, doing, points } of turn % 2 === 1 ? sides : sides.toReversed()) {
          surroundings.tell(doing, clients, points.at(-1));
          points.push(await measureStretch(service, { setting, clients, seconds }, surroundings));
        }
      }
    }
    return sides.map(({ doing, points }) => ({ ...doing, points }));
  });
}

/** Calls `work` with a running service for each setting, in this order. */
async function withServices<Result>(
  task: string,
  [next, ...others]: readonly Setting[],
  work: (services: readonly Service[]) => Promise<Result>,
  running: readonly Service[] = [],
): Promise<Result> {
  if (next === undefined) return work(running);
  const options = await readStartOptions(startParameters(task, next));
  return withLocalService(options ?? {}, (service) =>
    withServices(task, others, work, [...running, service]),
  );
}
