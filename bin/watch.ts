/** `npm run watch`: deploys a service and updates its code when the sources change. */
import { ConfigurationError } from '../lib/configuration/configuration-error.ts';
import { checkAccount } from '../lib/deployment/account/check-account.ts';
import { buildSteps, deploymentEnvironment } from '../lib/deployment/prepare.ts';
import { runTool } from '../lib/deployment/run-tool.ts';
import { readStageOptions } from '../lib/deployment/stage-options.ts';
import { runSteps } from '../lib/deployment/steps.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('watch', async (parameters) => {
  const stageOptions = await readStageOptions(
    {
      command: 'watch',
      purpose:
        'Deploys a service, then replaces its code within seconds whenever a source file of the function changes, without\n' +
        'CloudFormation (hotswap). Refuses stages that retain data. Ctrl-C ends it; the service stays.',
      options: {},
      defaultStage: 'dev',
    },
    parameters,
  );
  if (!stageOptions) return;
  const { stage, retainData } = stageOptions.configuration;
  if (retainData) {
    throw new ConfigurationError(
      `${stage} retains its data, and a hotswap bypasses canary and CloudFormation: use npm run deploy -- --stage ${stage}.`,
    );
  }
  const options = await checkAccount(stageOptions);
  await runSteps(buildSteps(options));
  // The CDK bundles the function anew, synthesises and deploys at each change of what cdk.json names under "watch".
  await runTool(
    ['cdk', 'watch', '--hotswap-fallback', '--no-notices', '--build', '"node" functions/bundle.ts'],
    deploymentEnvironment(options),
    'shown',
  );
});
