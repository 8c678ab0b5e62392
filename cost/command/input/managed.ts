import { managedEnvironment } from '../../../lib/configuration/managed-instances/environment.ts';
import type {
  ServiceConfiguration,
  TaskConfiguration,
} from '../../../lib/configuration/service-configuration.ts';
import { signingContract } from '../../../lib/configuration/signature.ts';
import { type Demand, USUAL_UTILIZATION } from '../../bill/managed/fleet.ts';
import { type InstanceType, instanceType, usualTypes } from '../../bill/managed/instance-type.ts';
import { CostError } from '../../errors.ts';
import type { PriceBook } from '../../prices/price-book.ts';
import type { Architecture, Load } from '../../workload/workload.ts';
import { type Arguments, POSITIVE, UTILIZATION } from '../command-line/arguments.ts';
import { type ManagedTask, onFleet, shareFleet } from './shared-fleet.ts';

/** Zones of the network that a deployment makes. */
const ZONES = 3;
/** An environment where no stage says what it is like. */
const SMALLEST = { environment: { vcpus: 1, memoryMegabytes: 2048 }, minimum: 3 };

interface LoadedTask {
  readonly args: Arguments;
  readonly load: Load;
}

/** As many instances as --managed-instances says, or as --throughput and the rates of all tasks take. */
export function plainManaged(
  all: Arguments,
  tasks: readonly LoadedTask[],
  architecture: Architecture,
  prices: PriceBook,
): (ManagedTask | undefined)[] {
  const given = all.optionalNumber('managed-instances', { above: 0, whole: true });
  const measured = tasks.filter(({ args }) => args.isSet('throughput'));
  if (given !== undefined && measured.length > 0) {
    throw new CostError('--managed-instances and --throughput say the same: give one of them.');
  }
  const utilization = all.number('cpu-utilization', USUAL_UTILIZATION, UTILIZATION);
  const types = usualTypes(architecture, prices);
  if (given !== undefined) {
    const fleet = { type: types[0] as InstanceType, count: given };
    return tasks.map((_, index) => onFleet(fleet, index === 0, ZONES, [`${given} × ${fleet.type.name}`]));
  }
  const sized = tasks.map((task) => {
    const throughput = task.args.optionalNumber('throughput', POSITIVE);
    return throughput === undefined ? undefined : demandOf(task, { ...SMALLEST, throughput, utilization });
  });
  return shareFleet(sized, types, ZONES, prices);
}

/** The tasks of a stage that run on Managed Instances. @throws CostError where their throughput is not given */
export function stageManaged(
  service: ServiceConfiguration,
  tasks: readonly LoadedTask[],
  prices: PriceBook,
): (ManagedTask | undefined)[] {
  const { instanceTypes, cpuUtilization: utilization = USUAL_UTILIZATION, subnetIds } = service;
  const sized = tasks.map((loaded, index) => {
    const task = service.tasks[index] as TaskConfiguration;
    const { task: name } = task.manifest;
    const throughput = loaded.args.optionalNumber('throughput', POSITIVE);
    if (!task.managedInstances && throughput !== undefined) {
      throw new CostError(
        `--throughput is for Managed Instances, not for ${name}: --set managedInstances=true.`,
      );
    }
    if (!task.managedInstances) return undefined;
    if (throughput === undefined) {
      throw new CostError(
        `--throughput is missing: ${name} runs on Managed Instances, so say how many questions/s one vCPU answered, in a ` +
          'sweep or in a load run with clients that wait.',
      );
    }
    const { minimum, maximum, ...environment } = managedEnvironment(task, task.manifest);
    return demandOf(loaded, { throughput, environment, utilization, minimum, maximum });
  });
  const types =
    instanceTypes?.split(',').map((type) => instanceType(type, prices)) ??
    usualTypes(service.architecture, prices);
  const endpoints = subnetIds === undefined ? ZONES * servicesAsked(service) : 0;
  return shareFleet(sized, types, endpoints, prices, service.maximumVcpus);
}

function demandOf({ load }: LoadedTask, demand: Omit<Demand, 'ratePerSecond'>): Demand {
  return { ...demand, ratePerSecond: load.ratePerSecond };
}

/** Services that tasks on instances ask by an interface endpoint: that of the logs, and where the salt is. */
function servicesAsked({ tasks, serverSaltSecret }: ServiceConfiguration): number {
  const signs = tasks.some(
    ({ managedInstances, manifest }) => managedInstances && signingContract(manifest) !== undefined,
  );
  return 1 + (signs && serverSaltSecret !== undefined ? 1 : 0);
}
