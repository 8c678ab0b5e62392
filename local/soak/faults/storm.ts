/** More questions than can be answered, by clients that repeat at once. */
import type { Settled } from '../asking/asker.ts';
import type { Fault } from './fault.ts';

/** Arrivals in a storm, as a multiple of what the service can answer. */
const TIMES_THE_CAPACITY = 2;
const STORM_SECONDS = 5;
/** Arrivals come in steps of this. */
const STEP_MILLISECONDS = 20;
const BURST = 60;

export const stormFaults: readonly Fault[] = [
  {
    name: 'a retry storm at twice the capacity',
    family: 'storm',
    recoverySeconds: 30,
    async inflict(stage) {
      const perStep = (stage.capacity * TIMES_THE_CAPACITY * STEP_MILLISECONDS) / 1000;
      const asked: Promise<Settled>[] = [];
      const began = performance.now();
      for (let due = 0; performance.now() - began < STORM_SECONDS * 1000 && !stage.signal.aborted; ) {
        due = ((performance.now() - began) / STEP_MILLISECONDS) * perStep;
        while (asked.length < due) asked.push(stage.crowd.askNew({ impatient: true }));
        await stage.sleep(STEP_MILLISECONDS);
      }
      stage.takeDown('storm', { questions: asked.length });
      await Promise.all(asked);
    },
  },
  {
    name: `${BURST} questions at the same moment`,
    family: 'storm',
    recoverySeconds: 30,
    async inflict(stage) {
      await Promise.all(Array.from({ length: BURST }, () => stage.crowd.askNew({ impatient: true })));
    },
  },
];
