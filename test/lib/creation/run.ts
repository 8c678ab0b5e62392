/**
 * Creates a synthesised template against a mock of AWS, and says what was left out:
 * `AWS_ENDPOINT_URL=http://127.0.0.1:4566 node test/lib/creation/run.ts <template.json>`.
 */
import { readFileSync } from 'node:fs';
import { CloudControl } from './cloud-control.ts';
import { createAll } from './create-all.ts';

const [file] = process.argv.slice(2);
const { AWS_ENDPOINT_URL: endpoint } = process.env;
if (file === undefined || endpoint === undefined || /\.amazonaws\.com/.test(endpoint)) {
  console.error('Name a template, and a mock of AWS in AWS_ENDPOINT_URL: never AWS itself.');
  process.exit(2);
}
const { created, leftOut, refused } = await createAll(
  JSON.parse(readFileSync(file, 'utf8')),
  new CloudControl(endpoint),
);
for (const [title, lines] of Object.entries({ created, 'left out': leftOut, refused })) {
  console.log(`${lines.length} ${title}`);
  for (const line of lines) console.log(`  ${line}`);
}
process.exitCode = refused.length > 0 ? 1 : 0;
