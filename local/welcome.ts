import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from './options.ts';
import type { Service } from './service.ts';

/** Prints where the service listens and what to do with it. */
export function printWelcome(service: Service): void {
  const environments = service.environments().length;
  const lines = [
    `Listening on ${service.url}`,
    `  documentation  ${service.url}/docs`,
    `  environments   ${environments} warm, what they print is in ${service.logFile}`,
    `  answers        ${service.cacheEndpoint ? `remembered in DynamoDB at ${service.cacheEndpoint}` : 'not remembered'}`,
  ];
  const command = sampleCommand(service.url);
  if (command) lines.push('', 'Ask it what this picture shows:', '', command);
  console.log(`${lines.join('\n')}\n`);
}

/** A line for a shell that posts the first sample; undefined where there are no samples. */
function sampleCommand(url: string): string | undefined {
  const labels = join(PROJECT_DIRECTORY, 'samples', 'labels.json');
  if (!existsSync(labels)) return undefined;
  const [sample] = JSON.parse(readFileSync(labels, 'utf8')) as { file: string }[];
  if (!sample) return undefined;
  const file = `samples/${sample.file}`;
  const body = `{"esun_uuid":"try-'$(date +%s)'","esun_timestamp":'$(date +%s)',"image":"'$(base64 < ${file} | tr -d '\\n')'","retry":2}`;
  return `curl ${url}/inference -H 'content-type: application/json' -d '${body}'`;
}
