/**
 * Loaded into an execution environment before its runtime client (`node --import`): notes when the models
 * begin and end loading and when the first event is asked for, and prints that as one line of JSON.
 */
import { createRequire } from 'node:module';
import { Socket } from 'node:net';

const now = () => performance.timeOrigin + performance.now();
const marks = { nodeStarted: now(), loadBegan: 0, loadEnded: 0, ready: 0 };
const Module = createRequire(import.meta.url)('node:module');

const load = Module._load;
Module._load = function probe(name: string, ...rest: unknown[]) {
  const loaded = load.call(this, name, ...rest);
  if (name === 'onnxruntime-node') watchSessions(loaded.InferenceSession);
  return loaded;
};

const write = Socket.prototype.write;
Socket.prototype.write = function probe(this: Socket, ...parameters: unknown[]) {
  if (marks.ready === 0 && String(parameters[0]).includes('/invocation/next')) {
    marks.ready = now();
    process.stdout.write(`${JSON.stringify({ coldStart: marks })}\n`);
  }
  return Reflect.apply(write, this, parameters);
} as typeof write;

function watchSessions(sessions: { create: (...parameters: unknown[]) => Promise<unknown> }): void {
  const { create } = sessions;
  sessions.create = async (...parameters) => {
    marks.loadBegan ||= now();
    const session = await create.apply(sessions, parameters);
    marks.loadEnded = now();
    return session;
  };
}
