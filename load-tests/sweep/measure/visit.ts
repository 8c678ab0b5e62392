/** One visit: the service is started with a setting, warmed up, asked by ever more clients, and stopped. */
import type { Service } from '../../../local/service.ts';
import { readStartOptions } from '../../../local/start-command.ts';
import { withLocalService } from '../../command/local-service.ts';
import type { Phase, Point, Visit } from '../measurements.ts';
import { hasBatches, type Setting, startParameters } from '../setting.ts';
import type { Answers } from './answers.ts';
import { CpuWatch } from './cpu-watch.ts';
import type { Generator } from './generator.ts';

export interface VisitPlan {
  readonly phase: Phase;
  readonly round: number;
  readonly setting: Setting;
  /** Numbers of clients, one after the other, in rising order. */
  readonly clients: readonly number[];
  /** Of each. */
  readonly seconds: number;
}

/** What all visits of a sweep have in common. */
export interface Surroundings {
  readonly task: string;
  readonly generator: Generator;
  readonly limitMilliseconds: number;
  /** Share of the questions that must be answered in time. */
  readonly quantile: number;
  /** Clients that warm it up. */
  readonly warmUpClients: number;
  readonly answers: Answers;
  readonly signal: AbortSignal;
  /** Called before each number of clients, and with the last point. */
  readonly tell: (plan: VisitPlan, clients: number, last: Point | undefined) => void;
}

/** Why a setting cannot be had. */
export interface Impossible {
  readonly impossible: string;
}

/** Compilers settle, and members learn how long they take. */
export const WARM_UP_SECONDS = 2;
/** New clients connect, and others are gone. */
export const SETTLE_SECONDS = 0.3;
/** Where so many times as many questions as may be are not answered in time, more clients show nothing new. */
const HOPELESS = 5;

/** @throws when the service cannot be started without batches, or the signal is raised: with its reason */
export async function visit(plan: VisitPlan, surroundings: Surroundings): Promise<Visit | Impossible> {
  const { phase, round, setting } = plan;
  const { task, signal } = surroundings;
  signal.throwIfAborted();
  let isRunning = false;
  try {
    const options = await readStartOptions(startParameters(task, setting));
    const points = await withLocalService(options ?? {}, (service) => {
      isRunning = true;
      return measure(service, plan, surroundings);
    });
    return { phase, round, setting, points };
  } catch (error) {
    if (isRunning || !hasBatches(setting)) throw error;
    return { impossible: (error as Error).message };
  }
}

async function measure(
  service: Service,
  plan: VisitPlan,
  { generator, limitMilliseconds, quantile, warmUpClients, answers, signal, tell }: Surroundings,
): Promise<Point[]> {
  const nobody = { begins: () => {}, ends: () => {} };
  const load = { url: service.url, limitMilliseconds, settleSeconds: 0 };
  tell(plan, warmUpClients, undefined);
  await generator.make({ ...load, clients: warmUpClients, seconds: WARM_UP_SECONDS }, nobody, signal);
  const points: Point[] = [];
  for (const clients of plan.clients) {
    tell(plan, clients, points.at(-1));
    const { deaths } = service.statistics();
    const watch = new CpuWatch(service);
    const stretch = { ...load, clients, settleSeconds: SETTLE_SECONDS, seconds: plan.seconds };
    const { answers: given, ...seen } = await generator.make(stretch, watch, signal);
    answers.add(hasBatches(plan.setting), given);
    const point = { ...seen, ...watch.costs(seen), deaths: service.statistics().deaths - deaths };
    points.push(point);
    const missed = point.late + point.refused + point.lost;
    if (missed > HOPELESS * (1 - quantile) * point.questions) break;
  }
  return points;
}
