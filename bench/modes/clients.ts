import { startService } from '../../local/service.ts';
import { thisMachine } from '../machine.ts';
import {
  type ClientMeasurements,
  formatClients,
  measureClients,
  SETTLING_SECONDS,
} from '../measure/waiting-clients.ts';
import { Progress } from '../progress.ts';
import { allAnswered, goalsKept } from '../report/goals.ts';
import type { BenchMode } from './mode.ts';

/** Throughput and latency with numbers of clients that wait. */
export const clients: BenchMode = {
  linuxOnly: true,
  async measure({ directory, manifest, client }, { clients, tensors, seconds }, dataDirectory) {
    const { contract } = client;
    const ids = client.needsId ? 'new' : 'none';
    const started = new Date().toISOString();
    const service = await startService({ tasks: [directory], dataDirectory, port: 0 });
    const progress = new Progress(seconds * clients.length + SETTLING_SECONDS);
    try {
      const load = { asked: { task: directory, contract }, ids, tensors, seconds } as const;
      const loads = await measureClients(service, load, clients, progress);
      const machine = thisMachine();
      const about = { started, machine, task: manifest.task, contract, ids, tensors } as const;
      const measurements: ClientMeasurements = { ...about, loads };
      return { table: formatClients(measurements), measurements, kept: goalsKept([allAnswered(loads)]) };
    } finally {
      progress.end();
      await service.stop();
    }
  },
};
