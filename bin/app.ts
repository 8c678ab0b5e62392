/** The CDK app. `npm run synth`, `diff`, `deploy`, `watch` and `destroy` call it through the CDK's own command line. */
import { App } from 'aws-cdk-lib';
import { resolveConfiguration } from '../lib/configuration/resolve-configuration.ts';
import { readAppInput } from '../lib/deployment/app-input.ts';
import { addDeployment } from '../lib/subsecond-stack.ts';
import { findModel } from '../model-repository/find-model.ts';
import { runCommand } from '../project/run-command.ts';
import { UsageError } from '../project/usage-error.ts';

await runCommand('app', async () => {
  const input = readAppInput(process.env);
  if (!input) throw new UsageError('Start the app by npm run synth, diff, deploy, watch or destroy.');
  const app = new App();
  const models = await Promise.all(input.models.map((directory) => findModel(directory)));
  const manifests = models.map(({ manifest }) => manifest);
  addDeployment(app, resolveConfiguration(input.stage, manifests, input.settings));
  app.synth();
});
