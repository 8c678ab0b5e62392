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
        'Makes the previous version of each named model live again. Stops a running release, and repairs an alias that a\n' +
        'failed release has left split between two versions. Builds nothing. Name the models as they were deployed, or\n' +
        'some of them if the service has a name of its own (--set service=name). Managed Instances keep no previous\n' +
        'version, because its environments would cost as much as the live ones.',
      options: { 'to version': 'the version to make live, of a single model' },
    },
    parameters,
  );
  if (!options) return;
  const { configuration } = options;
  const models = configuration.models.map(({ manifest }) => manifest.model);
  const done = await rollBack(stackName(configuration), models, options.given.to as string | undefined);
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
