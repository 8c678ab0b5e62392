import type { Alternative, Comparison } from './alternative.ts';
import { onFargate, onInstances, onManagedInstances } from './aws.ts';
import { onDemandLambda, plannedLambda } from './lambda.ts';
import { onMachines } from './machines.ts';
import { onSageMakerServerless } from './sagemaker.ts';

/** Lambda first, then what else AWS runs without machines of one's own, then the machines. */
export function alternatives({ configuration, machines }: Comparison): Alternative[] {
  const { architecture, memoryMegabytes } = configuration;
  const other = architecture === 'arm64' ? 'x86_64' : 'arm64';
  return [
    plannedLambda(`Lambda, ${architecture}`, {}),
    onDemandLambda('Lambda, on demand', {}),
    plannedLambda('Lambda, Function URL', { frontDoor: 'function-url' }),
    onDemandLambda('Lambda, on demand, Function URL', { frontDoor: 'function-url' }),
    plannedLambda('Lambda, no result cache', { cache: false }),
    plannedLambda(`Lambda, ${other}`, { architecture: other }),
    onDemandLambda(`Lambda, on demand, ${other}`, { architecture: other }),
    onSageMakerServerless(),
    onManagedInstances(architecture),
    onManagedInstances(other),
    onFargate(memoryMegabytes, architecture),
    onFargate(memoryMegabytes, other),
    onInstances(architecture),
    onInstances(other),
    ...machines.map(onMachines),
  ];
}
