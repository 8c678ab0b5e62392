/** `npm run synth`: the CloudFormation template of a stage, validated; nothing leaves this machine. */
import { relative } from 'node:path';
import { assemblyDirectory, buildSteps, synthStep } from '../lib/deployment/prepare.ts';
import { readStageOptions } from '../lib/deployment/stage-options.ts';
import { runSteps } from '../lib/deployment/steps.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('synth', async (parameters) => {
  const options = await readStageOptions(
    {
      command: 'synth',
      purpose:
        'Builds the CloudFormation template of a service and validates it. Needs no AWS account and no network.',
      options: { 'skip-build': 'use the function and layers in dist/ without building them' },
      defaultStage: 'dev',
    },
    parameters,
  );
  if (!options) return;
  const build = options.given['skip-build'] ? [] : buildSteps(options);
  await runSteps([...build, synthStep(options)]);
  console.log(`The template is in ${relative(process.cwd(), assemblyDirectory(options))}.`);
});
