import { availableParallelism, cpus } from 'node:os';

/** What measurements were taken on. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly node: string;
}

export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown processor',
    node: process.versions.node,
  };
}

export function describeMachine({ cores, processor, node }: Machine): string {
  return `${cores} cores, ${processor}, Node.js ${node}`;
}
