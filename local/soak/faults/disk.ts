/** The disk is full, or the log cannot be written. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { ServiceError } from '../../service-error.ts';
import { type Fault, NotSurvived, type Place, type Stage } from './fault.ts';
import { stopAndStart } from './gateway.ts';

/** As after any outage of the table. */
const RECOVERY_SECONDS = 60;
const STAY_MILLISECONDS = 3000;

const needsSmallDisk = ({ smallDisk }: Place) =>
  smallDisk ? undefined : 'a small file system for the data can be mounted by root on Linux only';
const needsStop = ({ platform }: Place) =>
  platform === 'win32' ? 'Windows has no signal that asks a process to end' : undefined;

export const diskFaults: readonly Fault[] = [
  {
    name: 'fill the disk of table and log',
    family: 'disk',
    owes: true,
    leftOut: needsSmallDisk,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      stage.data.fill();
      try {
        await stage.sleep(stage.random.whole(2000, 6000));
      } finally {
        stage.data.empty();
      }
    },
  },
  {
    name: 'fill the disk and kill -9 an environment',
    family: 'disk',
    leftOut: needsSmallDisk,
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      stage.data.fill();
      try {
        await stage.sleep(1000);
        stage.ledger.forgetOwed();
        const { environments } = await stage.processes();
        if (environments.length === 0) throw new NotSurvived('no environment was left on a full disk');
        process.kill(stage.random.pick(environments).pid, 'SIGKILL');
        await stage.sleep(STAY_MILLISECONDS);
      } finally {
        stage.data.empty();
      }
    },
  },
  {
    name: 'a folder where the log should be',
    family: 'disk',
    leftOut: needsStop,
    unreachable: 'refused',
    recoverySeconds: RECOVERY_SECONDS,
    async inflict(stage) {
      try {
        await withoutLog(stage, () => mkdirSync(stage.data.log));
      } catch (error) {
        // Nothing can be printed at all: a start that says so and ends is as good as one without a log.
        const isRefusal = error instanceof ServiceError && stage.service.endedWithASentence;
        if (stage.service.pid === undefined) await stage.service.start();
        if (!isRefusal) throw error;
      }
    },
  },
  {
    name: 'a log on a device that is always full',
    family: 'disk',
    leftOut: (place) =>
      needsStop(place) ?? (place.platform === 'linux' ? undefined : 'only Linux has /dev/full'),
    unreachable: 'refused',
    recoverySeconds: RECOVERY_SECONDS,
    inflict: (stage) => withoutLog(stage, () => symlinkSync('/dev/full', stage.data.log)),
  },
];

/** Starts the service with something else in the place of its log, and afterwards as it was. */
async function withoutLog(stage: Stage, putInItsPlace: () => void): Promise<void> {
  const remove = () => rmSync(stage.data.log, { recursive: true, force: true });
  try {
    await stopAndStart(stage, () => {
      remove();
      putInItsPlace();
    });
    await stage.sleep(STAY_MILLISECONDS);
  } finally {
    if (stage.service.pid !== undefined) await stopAndStart(stage, remove);
    else remove();
  }
}
