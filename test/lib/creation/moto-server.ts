import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';
import { CREDENTIALS, fakeService } from '../../functions/support/fake-service.ts';
import { findMoto } from './moto.ts';

const PROGRAM = `
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
input()`;

/**
 * Starts moto, a mock of AWS. Until the end of the test, environment variables lead AWS's clients to it, except Lambda's.
 *
 * @returns its URL with the name localhost, because moto finds templates in its own S3 only under this name
 */
export async function startMotoServer(): Promise<string> {
  const child = spawn(findMoto(), ['-W', 'ignore', '-c', PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout, 'data');
  const url = `http://localhost:${String(port).trim()}`;
  // moto does not support Lambda's account settings.
  const AccountLimit = { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 };
  const lambda = await fakeService(() => ({ body: JSON.stringify({ AccountLimit }) }));
  const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_LAMBDA: lambda.url };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return url;
}
