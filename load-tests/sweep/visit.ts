/** Visits settings: starts a service for each, side by side, warms them up and puts each under load. */

import { readStartOptions } from '../../local/command/start-command.ts';
import type { Service } from '../../local/service.ts';
import { withLocalService } from '../command/target.ts';
import type { Generator } from '../waiting-clients/generator.ts';
import type { Phase, Point, Visit } from './measurements.ts';
import { hasBatches, type Setting, startParameters } from './setting.ts';

export interface VisitPlan {
  readonly phase: Phase;
  /** Number of the round, from 1. */
  readonly round: number;
  /** Settings whose services run at the same time. One service is measured at a time. */
  readonly settings: readonly Setting[];
  /** Numbers of clients, measured one after the other. */
  readonly clients: readonly number[];
  /** How often each setting is measured with each number of clients. */
  readonly turns: number;
  /** Length of each turn. */
  readonly seconds: number;
}

/** What is the same in all rounds of a sweep. */
export interface Context {
  readonly model: string;
  readonly generator: Generator;
  readonly limitMilliseconds: number;
  /** Share of the requests that must get their response within the limit. */
  readonly quantile: number;
  readonly warmUpClients: number;
  readonly signal: AbortSignal;
  /** Called before each warm-up and each measurement. `last` is the latest point of the setting in this visit. */
  readonly tell: (plan: VisitPlan, setting: Setting, clients: number, last: Point | undefined) => void;
}

/** Thrown if a service with batches does not start, as when its members do not support batches. */
export class NoBatches extends Error {}

/** In this time, compilers optimise the code, and the service learns how long its members take. */
export const WARM_UP_SECONDS = 2;
/** Time for new clients to connect, and for the clients of the previous measurement to end. */
export const SETTLE_SECONDS = 0.3;
/** The curve of a setting ends when more requests are late, refused or lost than this multiple of the permitted number. */
const HOPELESS = 5;

interface Side {
  readonly setting: Setting;
  readonly service: Service;
  readonly points: Point[];
}

/**
 * @returns a visit for each setting
 * @throws {NoBatches} when a service with batches does not start
 * @throws when a service without batches does not start, or the generator ends; the signal's reason when the signal is aborted
 */
export async function visit(plan: VisitPlan, context: Context): Promise<Visit[]> {
  const { phase, round } = plan;
  context.signal.throwIfAborted();
  return withServices(context.model, plan.settings, [], async (sides) => {
    for (const side of sides) {
      await load(plan, side, context.warmUpClients, context, 0, WARM_UP_SECONDS);
    }
    for (const clients of plan.clients) {
      for (let turn = 1; turn <= plan.turns; turn++) {
        // Every other turn has the opposite order, so that a steady change of the machine's speed cancels out of the ratios.
        for (const side of turn % 2 === 1 ? sides : sides.toReversed()) {
          await measure(plan, side, clients, context);
        }
      }
      if (phase === 'curves' && sides.every(({ points }) => isHopeless(points.at(-1)!, context))) break;
    }
    return sides.map(({ setting, points }) => ({ phase, round, setting, points }));
  });
}

/** Starts a service for each setting, one after the other, and then runs `work` once with all of them. */
async function withServices(
  model: string,
  [next, ...others]: readonly Setting[],
  running: readonly Side[],
  work: (sides: readonly Side[]) => Promise<Visit[]>,
): Promise<Visit[]> {
  if (next === undefined) return work(running);
  const options = await readStartOptions(startParameters(model, next));
  let isRunning = false;
  try {
    return await withLocalService(options ?? {}, (service) => {
      isRunning = true;
      return withServices(model, others, [...running, { setting: next, service, points: [] }], work);
    });
  } catch (error) {
    if (isRunning || !hasBatches(next)) throw error;
    throw new NoBatches((error as Error).message);
  }
}

async function measure(plan: VisitPlan, side: Side, clients: number, context: Context) {
  const deaths = deathsOf(side.service);
  const seen = await load(plan, side, clients, context, SETTLE_SECONDS, plan.seconds);
  side.points.push({ ...seen, deaths: deathsOf(side.service) - deaths });
}

function load(
  plan: VisitPlan,
  { service, setting, points }: Side,
  clients: number,
  { generator, limitMilliseconds, signal, tell }: Context,
  settleSeconds: number,
  seconds: number,
) {
  tell(plan, setting, clients, points.at(-1));
  return generator.make({ urls: [service.url], limitMilliseconds, settleSeconds, clients, seconds }, signal);
}

function isHopeless({ late, refused, lost, requests }: Point, { quantile }: Context): boolean {
  return late + refused + lost > HOPELESS * (1 - quantile) * requests;
}

function deathsOf(service: Service): number {
  return service.incidents().WorkerDeaths;
}
