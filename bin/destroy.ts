/** `npm run destroy`: deletes the stack of a service. */
import { ConfigurationError } from '../lib/configuration/configuration-error.ts';
import { assemblyDirectory, buildSteps, synthStep } from '../lib/deployment/prepare.ts';
import { forgetLive } from '../lib/deployment/rollback.ts';
import { runTool } from '../lib/deployment/run-tool.ts';
import { readStageOptions } from '../lib/deployment/stage-options.ts';
import { runSteps } from '../lib/deployment/steps.ts';
import { stackName } from '../lib/stack-name.ts';
import { commandLine } from '../project/command-line.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('destroy', async (parameters) => {
  const options = await readStageOptions(
    {
      command: 'destroy',
      purpose: 'Deletes a service and everything in it from the AWS account of the current credentials.',
      options: { yes: 'delete without confirmation' },
    },
    parameters,
  );
  if (!options) return;
  const { stage, retainData, models } = options.configuration;
  if (retainData) {
    throw new ConfigurationError(
      `${stage} retains its data and is protected from deletion. To delete it, first run ` +
        `${commandLine('deploy')} --stage ${stage} ${models.map(({ manifest }) => manifest.model).join(' ')} with its settings and ` +
        '--set retainData=false, then destroy with the same settings.',
    );
  }
  await runSteps([...buildSteps(options), synthStep(options)]);
  const force = options.given.yes ? ['--force'] : [];
  await runTool(
    ['cdk', 'destroy', '--app', assemblyDirectory(options), '--no-notices', '--all', ...force],
    {},
    'shown',
  );
  await forgetLive(
    stackName(options.configuration),
    models.map(({ manifest }) => manifest.model),
  ).catch((error: Error) =>
    console.log(`Could not delete the records of ${commandLine('rollback')}: ${error.message}`),
  );
});
