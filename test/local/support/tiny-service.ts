/** Services of an ensemble that loads within milliseconds, for tests that follow requests through a service. */
import { expect, onTestFinished, vi } from 'vitest';
import type { ServiceOptions } from '../../../local/options.ts';
import { type Service, startService } from '../../../local/service.ts';
import { plain, RED } from '../../functions/support/pictures.ts';
import { TINY_ENSEMBLE, UNHURRIED_STORE } from '../../functions/support/tiny.ts';
import { newDataDirectory } from '../../support/data-directory.ts';
import { tinyModel as model } from '../../support/tiny-model.ts';

/** The tiny ensemble with another name and a long deadline. @param fields replace fields of its `ensemble.json` */
export function tinyModel(name: string, fields: object = {}): string {
  return model({ model: name, deadlineMilliseconds: 300_000, ...fields });
}

/** Starts a service, by default with one worker, one request at a time, no cache and a free port. It stops with the test. */
export async function startTiny(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService({
    models: [TINY_ENSEMBLE],
    port: 0,
    dataDirectory: options.dataDirectory ?? newDataDirectory(),
    cache: false,
    workers: 1,
    concurrency: 1,
    environment: UNHURRIED_STORE,
    ...options,
  });
  onTestFinished(() => service.kill());
  return service;
}

const PICTURE = await plain(RED).jpeg().toBuffer();

/** Sends a picture, by default a red one. @param id idempotency key, if any @param init further options of `fetch` */
export function send(
  url: string,
  model = 'colours',
  id?: string,
  picture: Buffer = PICTURE,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { 'content-type': 'image/jpeg', ...(id !== undefined && { 'idempotency-key': id }) };
  const body = new Uint8Array(picture);
  return fetch(`${url}/predictions/${model}`, { method: 'POST', headers, body, ...init });
}

/** Stops workers by a signal, so that they hold their requests. @returns a function that resumes them */
export function freeze(service: Service, model?: string): () => void {
  const pids = service.workers().flatMap((worker) => (!model || worker.model === model ? worker.pid! : []));
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
}

/** Waits until `count` requests wait for a worker. */
export function waiting(service: Service, count: number): Promise<void> {
  const values = () => Object.entries(service.report().values);
  const isOfQueue = ([key]: [string, number]) => key.startsWith('subsecond_waiting_requests');
  return expect
    .poll(() =>
      values()
        .filter(isOfQueue)
        .reduce((sum, [, value]) => sum + value, 0),
    )
    .toBe(count);
}

/** Collects the lines that the test would print, instead of printing them. @returns a function that gives all lines so far */
export function listen(): () => string {
  const lines: unknown[] = [];
  for (const kind of ['log', 'error'] as const) {
    vi.spyOn(console, kind).mockImplementation((line) => void lines.push(line));
  }
  onTestFinished(() => void vi.restoreAllMocks());
  return () => lines.join('\n');
}
