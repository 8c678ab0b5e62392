/** `npm run build`: the code of the Lambda functions, and the page. */
import { join, relative } from 'node:path';
import { bundleFunction, bundleSmallFunction } from '../functions/bundle.ts';
import { fitHelp } from '../project/fit-columns.ts';
import { functionDirectories } from '../project/paths.ts';
import { readOptions } from '../project/read-options.ts';
import { runCommand } from '../project/run-command.ts';

const HELP = `Usage: npm run build

Bundles the code of every Lambda function, with the page and the documentation, under dist/. Deploying does this itself.`;

await runCommand('build', async (parameters) => {
  const { values } = readOptions(
    { options: {}, models: 'none', help: 'npm run build -- --help' },
    parameters,
  );
  if (values.help) return console.log(fitHelp(HELP));
  const { file, bytes } = await bundleFunction(functionDirectories.function);
  await bundleSmallFunction('authorizer', join(functionDirectories.authorizer, 'index.mjs'));
  await bundleSmallFunction('release-check', join(functionDirectories.releaseCheck, 'release-check.mjs'));
  console.log(`${relative(process.cwd(), file)}: ${(bytes / 1024).toFixed(0)} KiB`);
});
