import { join, relative } from 'node:path';
import { modelBasePath } from '../../functions/inference/contracts/addresses.ts';
import type { ContractClient, Sample } from '../../functions/inference/contracts/client.ts';
import { quoteArgument } from '../../functions/inference/contracts/description/examples.ts';
import { clientOf, readSamples } from '../../model-repository/request-source.ts';
import type { ServedModel } from '../models/served-models.ts';
import type { RunningService } from '../service.ts';

/**
 * Prints where the service listens, what it serves and an example request.
 * @param needsKey whether requests need a key. The key itself is not printed, because the output may go into a log
 */
export async function printWelcome(service: RunningService, needsKey: boolean): Promise<void> {
  const { url, models, example, logFile, cache } = service;
  const [first] = models;
  const lines = [
    `Listening on ${url}`,
    `  page           ${url}/`,
    `  documentation  ${url}/docs`,
    `  workers        ${first.workers}${models.length > 1 ? ' of each model' : ''} ready, log in ${logFile}`,
    `  cache          ${cache ?? 'off'}`,
    ...models.map(({ name, title, version, manifest }) => {
      const called = title === name ? name : `${name} (${title})`;
      const address = models.length > 1 ? `: ${url}${modelBasePath(name)}/docs` : '';
      return `  model          ${called}, version ${version}, pipeline ${manifest.pipeline}${address}`;
    }),
  ];
  const sample = await sampleCommand(url, first);
  const [firstLine = ''] = example.replaceAll('$ADDRESS', url).split('\n');
  const command = sample ?? firstLine;
  const allowed = needsKey ? command.replace('curl ', "curl -H 'x-api-key: <key>' ") : command;
  lines.push('', sample ? 'Send the first sample:' : 'Send a request:', '', allowed);
  console.log(`${lines.join('\n')}\n`);
}

/** A command line that sends the first sample; undefined if there is no sample, or curl cannot send it. */
async function sampleCommand(url: string, { directory, manifest }: ServedModel): Promise<string | undefined> {
  try {
    const [sample] = await readSamples(directory);
    const file = relative(process.cwd(), join(directory, 'samples', sample!.name));
    return curlLine(url, clientOf(manifest), sample!, file);
  } catch {
    // The folder has no samples, or still has samples for the model's former pipeline.
    return undefined;
  }
}

/** A curl command with the sample as text or from its file; undefined if the body is binary, and is not the file itself. */
function curlLine(url: string, client: ContractClient, sample: Sample, file: string): string | undefined {
  const id = client.needsId ? `try-${Date.now()}` : undefined;
  const { path, headers, body } = client.request(sample, id, 2);
  const isFile = body === sample.bytes;
  // Pictures and texts need no media type.
  if (isFile && headers['content-type'] !== 'application/json')
    return `curl ${url}${path} -T ${quoteArgument(file)}`;
  const type = `-H 'content-type: ${headers['content-type']}'`;
  if (isFile) return `curl ${url}${path} ${type} --data-binary ${quoteArgument(`@${file}`)}`;
  if (typeof body !== 'string') return undefined;
  const base64 = Buffer.from(sample.bytes).toString('base64');
  // The body contains the sample as plain text, which is short enough to be shown.
  if (!body.includes(base64)) return `curl ${url}${path} ${type} -d ${quoteArgument(body)}`;
  const parts = body.split(base64).map(quoteArgument);
  return `curl ${url}${path} ${type} -d ${parts.join(`"$(base64 < ${quoteArgument(file)} | tr -d '\\n')"`)}`;
}
