/** A service is asked for a stretch of time. */
import type { Service } from '../../../local/service.ts';
import type { Phase, Point } from '../measurements.ts';
import { hasBatches, type Setting } from '../setting.ts';
import type { Answers } from './answers.ts';
import { CpuWatch } from './cpu-watch.ts';
import type { Generator } from './generator.ts';

/** What all stretches of a sweep have in common. */
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
  /** Called before each stretch, and with the last point. */
  readonly tell: (doing: Doing, clients: number, last: Point | undefined) => void;
}

/** What a sweep is at. */
export interface Doing {
  readonly phase: Phase;
  readonly round: number;
  readonly setting: Setting;
}

/** Compilers settle, and members learn how long they take. */
export const WARM_UP_SECONDS = 2;
/** New clients connect, and others are gone. */
export const SETTLE_SECONDS = 0.3;

/** @throws when the load generator ends, or the signal is raised: with its reason */
export async function warmUp(service: Service, doing: Doing, surroundings: Surroundings): Promise<void> {
  const { generator, limitMilliseconds, warmUpClients: clients, signal, tell } = surroundings;
  const nobody = { begins: () => {}, ends: () => {} };
  const load = { url: service.url, limitMilliseconds, settleSeconds: 0, clients, seconds: WARM_UP_SECONDS };
  tell(doing, clients, undefined);
  await generator.make(load, nobody, signal);
}

/** @throws as {@link warmUp} */
export async function measureStretch(
  service: Service,
  { setting, clients, seconds }: { setting: Setting; clients: number; seconds: number },
  { generator, limitMilliseconds, answers, signal }: Surroundings,
): Promise<Point> {
  const deaths = deathsOf(service);
  const watch = new CpuWatch(service);
  const load = { url: service.url, limitMilliseconds, settleSeconds: SETTLE_SECONDS, clients, seconds };
  const { answers: given, ...seen } = await generator.make(load, watch, signal);
  answers.add(hasBatches(setting), given);
  return { ...seen, ...watch.costs(seen), deaths: deathsOf(service) - deaths };
}

function deathsOf(service: Service): number {
  return service.statistics().models.reduce((sum, { deaths }) => sum + deaths, 0);
}
