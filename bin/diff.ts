/** `npm run diff`: what a deployment would change. */
import { assemblyDirectory, buildSteps, synthStep } from '../lib/deployment/prepare.ts';
import { runTool } from '../lib/deployment/run-tool.ts';
import { readStageOptions } from '../lib/deployment/stage-options.ts';
import { runSteps } from '../lib/deployment/steps.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('diff', async (parameters) => {
  const options = await readStageOptions(
    {
      command: 'diff',
      purpose:
        'Builds a service and shows what npm run deploy with the same settings would change. Changes nothing.',
      options: {
        fail: 'exit with 1 if there is a difference',
        'skip-build': 'use the function and layers in dist/ without building them',
      },
    },
    parameters,
  );
  if (!options) return;
  const build = options.given['skip-build'] ? [] : buildSteps(options);
  await runSteps([...build, synthStep(options)]);
  const fail = options.given.fail ? ['--fail'] : [];
  await runTool(['cdk', 'diff', '--app', assemblyDirectory(options), '--no-notices', ...fail], {}, 'shown');
});
