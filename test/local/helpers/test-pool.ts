import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import type { Environment } from '../../../local/environments/environment.ts';
import type { Invocation } from '../../../local/environments/invocation.ts';
import type { Launch } from '../../../local/environments/pool/environment-set.ts';
import { Pool, type PoolPlan } from '../../../local/environments/pool/pool.ts';
import { TextParts } from '../../../local/http/text-parts.ts';

/** A request that arrives now. */
export function arriving(requestId: string = randomUUID()) {
  return {
    requestId,
    event: new TextParts(Buffer.alloc(0)),
    traceId: '',
    arrival: performance.now(),
    spillOver: false,
    settle: vi.fn<Invocation['settle']>(),
  };
}

/** An environment that gets ready, runs and ends when the test says so. */
interface TestEnvironment {
  readonly ran: string[];
  free(): void;
  gone(): void;
}

/** A pool of such environments; the provisioned ones are ready. */
export async function poolOf(plan: Partial<PoolPlan>) {
  const environments: TestEnvironment[] = [];
  const launch: Launch = (initializationType, listener) => {
    let current: Invocation | undefined;
    const ran: string[] = [];
    const run = (invocation: Invocation) => {
      current = invocation;
      ran.push(invocation.requestId);
    };
    const number = environments.length + 1;
    const environment = {
      number,
      initializationType,
      ready: false,
      ending: false,
      busy: 0,
      run,
      kill: vi.fn(),
    };
    const itself = environment as unknown as Environment;
    environments.push({
      ran,
      free: () => {
        const busy = environment.ready ? 10 : undefined;
        environment.ready = true;
        current = undefined;
        listener.free(itself, busy);
      },
      gone: () => listener.gone(itself, 'the test ends it', current ? [current] : []),
    });
    return itself;
  };
  const provisioned = plan.provisioned ?? 0;
  const pool = new Pool(
    {
      name: 'a-task',
      maxConcurrency: Math.max(1, provisioned),
      queue: true,
      concurrency: 1,
      budgetMilliseconds: 900,
      ...plan,
      provisioned,
    },
    launch,
  );
  onTestFinished(() => pool.kill());
  const warm = pool.warm();
  for (const environment of environments) environment.free();
  await warm;
  return { pool, environments };
}
