/**
 * Creates a synthesised template in moto, an independent mock of AWS, and says what was left out:
 * `node test/lib/creation/run.ts <template.json>`.
 */
import { readFileSync } from 'node:fs';
import { createAll } from './create-all.ts';
import { findMoto } from './find-moto.ts';
import { MotoMock } from './moto-mock.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Name a template: dist/cloud/<stack>/<stack>.template.json, as npm run synth leaves it.');
  process.exit(2);
}
const mock = new MotoMock(findMoto());
const { created, leftOut, refused } = await createAll(JSON.parse(readFileSync(file, 'utf8')), mock);
await mock.stop();
for (const [title, lines] of Object.entries({ created, 'left out': leftOut, refused })) {
  console.log(`${lines.length} ${title}`);
  for (const line of lines) console.log(`  ${line}`);
}
process.exitCode = refused.length > 0 ? 1 : 0;
