/** `npm run deploy`: builds the sources and deploys them. */
import { join } from 'node:path';
import { ConfigurationError } from '../lib/configuration/configuration-error.ts';
import { missingSignature } from '../lib/configuration/signature.ts';
import { checkAccount } from '../lib/deployment/account/check-account.ts';
import { announceEndpoint } from '../lib/deployment/announce-endpoint.ts';
import { assemblyDirectory, buildSteps, synthStep } from '../lib/deployment/prepare.ts';
import { noteLive } from '../lib/deployment/rollback.ts';
import { runTool } from '../lib/deployment/run-tool.ts';
import { readStageOptions } from '../lib/deployment/stage-options.ts';
import { runSteps } from '../lib/deployment/steps.ts';
import { stackName } from '../lib/stack-name.ts';
import { commandLine } from '../project/command-line.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('deploy', async (parameters) => {
  const stageOptions = await readStageOptions(
    {
      command: 'deploy',
      purpose:
        'Builds, checks and deploys models as one service to the AWS account of the current credentials.',
      options: {
        'dry-run': 'do everything except the deployment itself',
        hotfix: 'send all traffic to the new version at once, without checks and despite alarms',
        'change-set':
          'create the change set, which shows every change, and leave its execution to somebody else',
        yes: 'do not ask for confirmation when permissions widen',
      },
    },
    parameters,
  );
  if (!stageOptions) return;
  const dryRun = stageOptions.given['dry-run'];
  const unsigned = missingSignature(stageOptions.configuration);
  if (unsigned !== undefined && !dryRun) throw new ConfigurationError(unsigned);
  const options = dryRun ? stageOptions : await checkAccount(stageOptions);
  const seconds = await runSteps([...buildSteps(options), synthStep(options)]);
  console.log(`Ready for AWS after ${seconds.toFixed(1)} s.`);
  if (dryRun) {
    if (unsigned !== undefined) console.log(`The deployment itself would be refused: ${unsigned}`);
    return;
  }

  const assembly = assemblyDirectory(options);
  const outputs = join(assembly, 'outputs.json');
  const approval = options.given.yes ? 'never' : 'broadening';
  const isExecuted = !options.given['change-set'];
  const start = performance.now();
  await runTool(
    [
      'cdk',
      'deploy',
      '--app',
      assembly,
      '--no-notices',
      '--require-approval',
      approval,
      '--outputs-file',
      outputs,
      ...(isExecuted ? [] : ['--no-execute']),
    ],
    {},
    'shown',
  );
  if (!isExecuted) return;
  console.log(`Deployed in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  await noteLive(
    stackName(options.configuration),
    options.configuration.models.map(({ manifest }) => manifest.model),
  ).catch((error: Error) =>
    console.log(
      `Which versions are live could not be noted, so ${commandLine('rollback')} needs --to: ${error.message}`,
    ),
  );
  await announceEndpoint(outputs, options.configuration);
});
