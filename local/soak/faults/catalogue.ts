/** Every fault there is. */
import { clientFaults } from './clients.ts';
import { damageFaults } from './damage.ts';
import { diskFaults } from './disk.ts';
import { environmentFaults } from './environments.ts';
import type { Fault } from './fault.ts';
import { gatewayFaults } from './gateway.ts';
import { stormFaults } from './storm.ts';
import { strangerFaults } from './strangers.ts';
import { tableFaults } from './table.ts';

export const FAULTS: readonly Fault[] = [
  ...environmentFaults,
  ...tableFaults,
  ...strangerFaults,
  ...gatewayFaults,
  ...diskFaults,
  ...stormFaults,
  ...damageFaults,
  ...clientFaults,
];
