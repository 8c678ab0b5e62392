/** `npm run rollback`: back to the version before, within seconds. */
import { rollBack } from '../lib/deployment/rollback.ts';
import { readStageOptions } from '../lib/deployment/stage-options.ts';
import { stackName } from '../lib/stack-name.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('rollback', async (parameters) => {
  const options = await readStageOptions(
    {
      command: 'rollback',
      purpose:
        'Restores the previous version of each model, within seconds and without a build. Stops a release in progress, and\n' +
        'points an alias that is split between two versions at the old one. Name all models of the deployment; only if the\n' +
        'service has its own name (--set service=name), some of them are enough. Models on Managed Instances have no\n' +
        'previous version.',
      switches: {},
      texts: { to: 'the version to restore, for a single model' },
    },
    parameters,
  );
  if (!options) return;
  const { configuration } = options;
  const models = configuration.models.map(({ manifest }) => manifest.model);
  const done = await rollBack(stackName(configuration), models, options.texts?.to);
  for (const { model, from, to, stopped } of done) {
    console.log(
      stopped === undefined
        ? `${model}: version ${to} is live again, instead of ${from}. Warm environments follow within minutes.`
        : `${model}: the release ${stopped} of version ${from} is stopped. CodeDeploy points all requests at ${to} again, and ` +
            'CloudFormation takes back the rest of the deployment.',
    );
  }
  if (done.every(({ stopped }) => stopped !== undefined)) return;
  console.log('CloudFormation does not see the rollback: deploy the repaired code with --hotfix.');
});
