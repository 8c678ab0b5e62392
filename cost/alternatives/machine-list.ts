import { CostError } from '../errors.ts';
import type { Architecture } from '../workload/workload.ts';

/** A rented virtual machine. */
export interface Machine {
  readonly name: string;
  readonly architecture: Architecture;
  readonly dollarsPerMonth: number;
  readonly vcpus: number;
  /** Share of each vCPU that it may use for good. */
  readonly sustainedShare: number;
  /** AWS's unlimited mode: it is never slowed down, what it uses above that share is charged. */
  readonly surplusDollarsPerVcpuHour?: number;
  readonly surplusSource?: string;
  readonly source: string;
  readonly shareSource: string;
  readonly date: string;
}

/** Reads the parsed virtual-machines.json. @throws CostError naming the machine that is not as it must be. */
export function parseMachines(json: unknown): Machine[] {
  const { machines } = json as { machines: Machine[] };
  for (const machine of machines) {
    const { name, dollarsPerMonth, vcpus, sustainedShare, source, shareSource, date } = machine;
    if (!(dollarsPerMonth > 0 && vcpus > 0 && sustainedShare > 0 && sustainedShare <= 1)) {
      throw new CostError(
        `virtual-machines.json: ${name}: price and vCPUs must be above 0, the share in (0, 1].`,
      );
    }
    if (!source || !shareSource || !date) {
      throw new CostError(`virtual-machines.json: ${name}: source, shareSource and date are needed.`);
    }
    if (machine.surplusDollarsPerVcpuHour !== undefined && !machine.surplusSource) {
      throw new CostError(`virtual-machines.json: ${name}: what surplus credits cost needs a surplusSource.`);
    }
    if (!['x86_64', 'arm64'].includes(machine.architecture)) {
      throw new CostError(`virtual-machines.json: ${name}: the architecture must be x86_64 or arm64.`);
    }
  }
  return machines;
}
