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
        'Points each named model of a deployed service at the version that was live before; a release under way is\n' +
        'stopped, and an alias that one has left between two versions leads to the old one. Builds nothing; name\n' +
        'the models as they were deployed, or some of them where the service has a name of its own (--set service=name).\n' +
        'A model on Managed Instances has no version before: its environments would cost as much as those of the live one.',
      switches: {},
      texts: { to: 'the version that is to be live, of a single model' },
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
  console.log('CloudFormation does not know of it: deploy what is mended with --hotfix.');
});
