import { readFileSync } from 'node:fs';
import type { StageConfiguration } from '../configuration/stage-configuration.ts';
import { stackName } from '../subsecond-app.ts';

/**
 * Prints a deployment's address and asks it for its health, so that the first request is not the organiser's.
 *
 * @param outputsFile what `cdk deploy --outputs-file` has written
 * @throws Error when the endpoint can be asked and does not answer that it is ready
 */
export async function announceEndpoint(
  outputsFile: string,
  configuration: StageConfiguration,
): Promise<void> {
  const url = readUrl(outputsFile, configuration);
  console.log(`\n${url}/inference`);
  if (configuration.access !== 'open') {
    console.log(
      `Access is ${configuration.access}: ask ${url}/healthz with credentials whether it is ready.`,
    );
    return;
  }
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(15_000) });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url}/healthz answers ${response.status}: ${body}`);
  console.log(`${url}/healthz answers ${body}`);
}

function readUrl(outputsFile: string, configuration: StageConfiguration): string {
  const url: unknown = JSON.parse(readFileSync(outputsFile, 'utf8'))[stackName(configuration)]?.Url;
  if (typeof url !== 'string') throw new Error(`${outputsFile} names no Url of ${stackName(configuration)}.`);
  return url;
}
