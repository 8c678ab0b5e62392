/**
 * The CDK app of the repository, with cdk-nag's AwsSolutions pack. `npm run diff`, `deploy` and `destroy` call it through the
 * CDK's own command line.
 */
import { createApp } from '../lib/deployment/create-app.ts';
import { addNag } from '../lib/stack/nag.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('app', async () => {
  const app = await createApp(process.env);
  addNag(app);
  app.synth();
});
