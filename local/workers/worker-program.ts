/** The program of a worker process: loads a model and predicts for the front process. */
import { flushCompileCache } from 'node:module';
import type { Predictor } from '../../functions/inference/ensemble/predictor.ts';
import { collectGarbageLessOften, endWithParentOnly, ignoreClosedOutput } from '../process-settings.ts';
import type { WorkerConfiguration, WorkerMessage, WorkerReply, WorkerRequest } from './messages.ts';

collectGarbageLessOften();

endWithParentOnly();
// On a full disk, each line of output causes an error.
ignoreClosedOutput();

/** Ignores a broken channel, because the channel breaks only when the front process has ended, which `disconnect` reports. */
function send(message: WorkerMessage, sent = () => {}): void {
  process.send?.(message, undefined, undefined, sent);
}

/** Memory that must be left for further requests. To test that, it is reserved for a moment, and not touched. */
const LEAST_MEMORY_BYTES = 256 * 1024 * 1024;

const configuration = JSON.parse(process.argv[2] ?? '{}') as WorkerConfiguration;

// Loads these modules only after the calls above, which must take effect early: loading takes most of the time of a start.
const [{ readManifest }, { loadPredictor }, { Deadline }, { Problem }, { failureReply }] = await Promise.all([
  import('../../functions/inference/model/manifest.ts'),
  import('../../functions/inference/ensemble/load-predictor.ts'),
  import('../../functions/inference/ensemble/predictor.ts'),
  import('../../functions/inference/problems/problems.ts'),
  import('./messages.ts'),
]);

async function load({ directory, threads, concurrency, batch }: WorkerConfiguration) {
  const manifest = await readManifest(directory);
  return loadPredictor(
    directory,
    { ...manifest, batch: { ...manifest.batch, ...batch } },
    { threads, concurrency },
  );
}

let replies: WorkerReply[] = [];

/** The replies of a batch are ready together, so all replies of one run of the microtask queue go into one message. */
function reply(ready: WorkerReply): void {
  if (replies.push(ready) === 1) process.nextTick(sendReplies);
}

function sendReplies(): void {
  const ready = replies;
  replies = [];
  try {
    send(ready);
  } catch {
    // If one output cannot be cloned, the whole message fails, so each reply gets a message of its own.
    for (const one of ready) sendAlone(one);
  }
}

function sendAlone(ready: WorkerReply): void {
  try {
    send([ready]);
  } catch (error) {
    const isTooLarge = (error as Error).message.includes('out of memory');
    send([failureReply(ready.id, isTooLarge ? new Problem('too-much-memory') : error)]);
  }
}

async function respond(predictor: Predictor, request: WorkerRequest): Promise<void> {
  const { id, input, deadline, millisecondsAfter, explain } = request;
  try {
    const options = { deadline: new Deadline(deadline), millisecondsAfter, explain };
    reply({ id, prediction: await predictor.predict(input, options) });
  } catch (error) {
    reply(failureReply(id, error));
    if (error instanceof Problem && error.problem === 'too-much-memory')
      setImmediate(replaceIfMemoryIsUsedUp);
  }
}

/** Makes the pool replace this process if too little memory is left. ONNX Runtime sometimes leaks memory when it fails. */
function replaceIfMemoryIsUsedUp(): void {
  try {
    new ArrayBuffer(LEAST_MEMORY_BYTES).transfer(0);
  } catch {
    send({ type: 'failed', message: 'its memory was used up' });
  }
}

try {
  const { predictor, graphs } = await load(configuration);
  process.on('message', (requests: readonly WorkerRequest[]) => {
    for (const request of requests) void respond(predictor, request);
  });
  send({ type: 'ready', graphs });
  // Saves the compiled code for later workers. Node does that only when a process exits by itself, and this one will be
  // killed.
  setImmediate(flushCompileCache);
} catch (error) {
  send({ type: 'failed', message: (error as Error).message }, () => process.exit(1));
}
