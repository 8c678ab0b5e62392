import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { modelBasePath } from '../../functions/inference/contracts/addresses.ts';
import { describeError } from '../../project/run-command.ts';
import { stackName } from '../configuration/aws-names.ts';
import type { ServiceConfiguration } from '../configuration/service-configuration.ts';

/** Time limit until this machine resolves a new DNS record, and the pause between attempts. */
const RECORD_MILLISECONDS = 120_000;
const PAUSE_MILLISECONDS = 3_000;

/**
 * Prints the addresses of a deployment and of its models' documentation, and requests the health of each model, so that the
 * first request does not come from a caller. If requests need something that the command lacks, such as credentials, it sends
 * none, and prints what requests need.
 * @param outputsFile written by `cdk deploy --outputs-file`
 * @throws Error if the file lacks the stack's address, or a model cannot be reached or is not ready
 */
export async function announceEndpoint(
  outputsFile: string,
  configuration: ServiceConfiguration,
): Promise<void> {
  const stack = stackName(configuration);
  // Outputs of `lib/stack/subsecond-stack.ts`.
  const {
    Url: url,
    DomainTarget: target,
    Keys: keys,
  } = JSON.parse(readFileSync(outputsFile, 'utf8'))[stack] ?? {};
  if (typeof url !== 'string') throw new Error(`${outputsFile} has no output Url of ${stack}.`);
  const bases = configuration.models.map(({ manifest }) => `${url}${modelBasePath(manifest.model)}`);
  console.log(['', url, ...bases.map((base) => `${base}/docs`)].join('\n'));
  const health = bases.map((base) => `${base}/healthz`);
  const addresses = health.join(' and ');
  if (keys !== undefined) {
    console.log(
      `Callers' keys: aws secretsmanager get-secret-value --secret-id ${keys} --query SecretString --output text`,
    );
  }
  const { access, allowedAddresses, trustStore, domainName, hostedZoneId } = configuration;
  const isRecordMissing = domainName !== undefined && hostedZoneId === undefined && target !== undefined;
  const needed = [
    ...(isRecordMissing ? [`a CNAME of ${domainName} to ${target}`] : []),
    ...(access === 'open' ? [] : [`credentials (access is ${access})`]),
    ...(trustStore === undefined ? [] : ['a certificate']),
    ...(allowedAddresses === undefined ? [] : ['an allowed address']),
  ];
  if (needed.length > 0) {
    console.log(`Requests need ${needed.join(', ')}: to test the service, send a request to ${addresses}.`);
  } else {
    const patience = domainName === undefined ? 0 : RECORD_MILLISECONDS;
    for (const address of health) await getHealth(address, patience);
  }
}

/** @param milliseconds how long to retry while the address cannot be reached; 0 for one attempt */
async function getHealth(address: string, milliseconds: number): Promise<void> {
  const start = performance.now();
  for (;;) {
    const response = await fetch(address, { signal: AbortSignal.timeout(15_000) }).catch((error) => {
      const left = milliseconds - (performance.now() - start);
      if (left <= 0) throw new Error(`${address} cannot be reached: ${describeError(error)}`);
      const waiting = `waiting ${Math.ceil(left / 1000)} s at most.`;
      console.log(`${new URL(address).host} cannot be reached yet (${describeError(error)}): ${waiting}`);
    });
    if (response) {
      const body = await response.text();
      if (!response.ok) throw new Error(`${address} responded with ${response.status}: ${body}`);
      console.log(`${address}: ${body}`);
      return;
    }
    await sleep(PAUSE_MILLISECONDS);
  }
}
