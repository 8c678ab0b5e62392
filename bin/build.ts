/** `npm run build`: builds the code of the Lambda functions, and the page. `npm run deploy` does this itself. */
import { join, relative } from 'node:path';
import { bundleFunction, bundleSmallFunction } from '../functions/bundle.ts';
import { functionDirectories } from '../project/paths.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('build', async () => {
  const { file, bytes } = await bundleFunction(functionDirectories.function);
  await bundleSmallFunction('authorizer', join(functionDirectories.authorizer, 'index.mjs'));
  await bundleSmallFunction('release-check', join(functionDirectories.releaseCheck, 'release-check.mjs'));
  console.log(`${relative(process.cwd(), file)}: ${(bytes / 1024).toFixed(0)} KiB`);
});
