/**
 * Creates a synthesised template in moto, an independent mock of AWS, and prints the resources that were left out:
 * `node test/lib/creation/run.ts <template.json>`.
 */
import { createInMoto } from './moto.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error(
    'Name a template: dist/cloud/<stack>/<stack>.template.json, as npm run deploy -- --dry-run leaves it.',
  );
  process.exit(2);
}
const [outcome] = await createInMoto([file]);
for (const [title, lines] of Object.entries(outcome ?? {})) {
  console.log(`${lines.length} ${title}`);
  for (const line of lines) console.log(`  ${line}`);
}
process.exitCode = outcome?.refused.length === 0 ? 0 : 1;
