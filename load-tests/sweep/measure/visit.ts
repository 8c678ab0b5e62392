/** One visit: the service is started with a setting, warmed up, asked by ever more clients, and stopped. */
import type { Service } from '../../../local/service.ts';
import { readStartOptions } from '../../../local/start-command.ts';
import { withLocalService } from '../../command/local-service.ts';
import type { Point, Visit } from '../measurements.ts';
import { hasBatches, startParameters } from '../setting.ts';
import { type Doing, measureStretch, type Surroundings, warmUp } from './stretch.ts';

export interface VisitPlan extends Doing {
  /** Numbers of clients, one after the other, in rising order. */
  readonly clients: readonly number[];
  /** Of each. */
  readonly seconds: number;
}

/** Why a setting cannot be had. */
export interface Impossible {
  readonly impossible: string;
}

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

async function measure(service: Service, plan: VisitPlan, surroundings: Surroundings): Promise<Point[]> {
  await warmUp(service, plan, surroundings);
  const points: Point[] = [];
  for (const clients of plan.clients) {
    surroundings.tell(plan, clients, points.at(-1));
    const point = await measureStretch(service, { ...plan, clients }, surroundings);
    points.push(point);
    const missed = point.late + point.refused + point.lost;
    if (missed > HOPELESS * (1 - surroundings.quantile) * point.questions) break;
  }
  return points;
}
