import { amount } from '../../report/format.ts';
import type { BillInput } from '../bill-input.ts';
import type { Usage } from './usage.ts';

/** A small function beside those of the tasks; all of ours run on x86_64. */
export interface SideFunction {
  readonly title: string;
  /** How often it is called. */
  readonly calls: number;
  /** How the calls come about, in figures. */
  readonly arithmetic: string;
  readonly memoryMegabytes: number;
  /** Billed milliseconds of a call. */
  readonly milliseconds: number;
  /** Whether each call is so long after the one before that it starts cold. */
  readonly isCold: boolean;
  /** Whether its environments are warm, for which the free tier is not. */
  readonly isWarm: boolean;
  /** Environments that are warm around the clock, as far as they are counted here. */
  readonly provisioned: number;
}

/**
 * What a small function costs: requests, running time, warm environments. Nobody has measured the INIT phase of these
 * functions: it is taken to be as long as the task's own, which loads far more.
 */
export function sideFunctionUsage(side: SideFunction, { configuration, period }: BillInput): Usage[] {
  const { title, calls, arithmetic, memoryMegabytes, milliseconds, isCold, isWarm, provisioned } = side;
  const billed = milliseconds + (isCold ? configuration.coldStartMilliseconds : 0);
  const gigabytes = memoryMegabytes / 1024;
  const size = `${memoryMegabytes}/1024 GB`;
  const isNeverFree = isWarm;
  return [
    { title: `${title}, requests`, name: 'lambda.requests.x86_64', quantity: calls, arithmetic, isNeverFree },
    {
      title: `${title}, provisioned concurrency`,
      name: 'lambda.provisioned.x86_64',
      quantity: provisioned * gigabytes * period.calendarHours * 3600,
      arithmetic: `${provisioned} environments × ${size} × ${amount(period.calendarHours)} h × 3600 s`,
    },
    {
      title: `${title}, duration`,
      name: isWarm ? 'lambda.provisioned-duration.x86_64' : 'lambda.duration.x86_64',
      quantity: ((calls * billed) / 1000) * gigabytes,
      arithmetic: `${amount(calls)} calls × ${amount(billed)} ms × ${size}`,
      isNeverFree,
    },
  ];
}
