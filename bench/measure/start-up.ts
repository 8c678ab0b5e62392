/** Measures the time that `npm start` takes to its first response. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ServiceError } from '../../local/service-error.ts';
import { type RequestSource, sendToService } from '../../model-repository/request-source.ts';
import { programFile } from '../../project/paths.ts';
import { spreadOf } from '../spread.ts';

export type StartUp = Awaited<ReturnType<typeof measureStartUp>>;

/**
 * @param starts number of starts to measure after the first one, which finds an empty code cache
 * @returns milliseconds from spawn to the end of the first response, for the first start, and the median for the other starts
 */
export async function measureStartUp(model: RequestSource, dataDirectory: string, starts: number) {
  const first = await startOnce(model, dataDirectory);
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) times.push(await startOnce(model, dataDirectory));
  return { first, median: spreadOf(times).median };
}

async function startOnce({ directory, client, samples }: RequestSource, dataDirectory: string) {
  const began = performance.now();
  const parameters = [programFile('bin/start'), directory, '--port', '0', '--data', dataDirectory];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const url = await listening(child.stdout);
    const { reply } = await sendToService(url, client, samples[0]!, `start-${process.hrtime.bigint()}`);
    if ('error' in reply) throw new ServiceError(`the first request failed: ${reply.error}`);
    return performance.now() - began;
  } finally {
    child.kill();
    await ended;
  }
}

/** @returns the address that the service prints */
async function listening(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, url] = /^Listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      output.resume();
      return url;
    }
  }
  throw new ServiceError('the service exited during its start');
}
