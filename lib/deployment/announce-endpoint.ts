import { readFileSync } from 'node:fs';
import { taskPath } from '../../functions/inference/contracts/addresses.ts';
import type { ServiceConfiguration } from '../configuration/service-configuration.ts';
import { stackName } from '../stack-name.ts';
import { questionAddresses } from './question-addresses.ts';

/**
 * Prints where the tasks of a deployment are asked, and asks each for its health, so that the first request is not the
 * organiser's.
 *
 * @param outputsFile what `cdk deploy --outputs-file` has written
 * @throws Error when a task can be asked and does not answer that it is ready
 */
export async function announceEndpoint(
  outputsFile: string,
  configuration: ServiceConfiguration,
): Promise<void> {
  const url = readUrl(outputsFile, configuration);
  console.log(`\n${url}/docs`);
  for (const address of questionAddresses(configuration)) console.log(`${url}${address}`);
  const health = configuration.tasks.map(({ manifest }) => `${url}${taskPath(manifest.task)}/healthz`);
  if (configuration.access !== 'open') {
    console.log(
      `Access is ${configuration.access}: ask ${health.join(' and ')} with credentials whether it is ready.`,
    );
    return;
  }
  for (const address of health) await askHealth(address);
}

async function askHealth(address: string): Promise<void> {
  const response = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  const body = await response.text();
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${body}`);
  console.log(`${address} answers ${body}`);
}

function readUrl(outputsFile: string, configuration: ServiceConfiguration): string {
  const stack = stackName(configuration);
  const url: unknown = JSON.parse(readFileSync(outputsFile, 'utf8'))[stack]?.Url;
  if (typeof url !== 'string') throw new Error(`${outputsFile} names no Url of ${stack}.`);
  return url;
}
