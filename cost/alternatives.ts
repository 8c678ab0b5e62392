import type { Alternative, Comparison } from './alternative.ts';
import { onLambda } from './alternative-lambda.ts';
import { onMachine, onManagedInstances } from './alternative-machines.ts';

/** The serverless alternatives first, then Managed Instances, then the virtual machines. */
export function alternatives(comparison: Comparison): Alternative[] {
  const { architecture } = comparison.configuration;
  const other = architecture === 'arm64' ? 'x86_64' : 'arm64';
  return [
    onLambda(comparison, `provisioned, ${architecture}`, {}),
    onLambda(comparison, 'on demand only', {}, false),
    onLambda(comparison, `provisioned, ${other}`, { architecture: other }),
    onLambda(comparison, 'provisioned, Function URL', { frontDoor: 'function-url' }),
    onLambda(comparison, 'provisioned, no result cache', { cache: false }),
    onManagedInstances(comparison),
    ...comparison.machines.map((machine) => onMachine(comparison, machine)),
  ];
}
