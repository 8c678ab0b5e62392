/** The CDK app. `npm run synth`, `deploy` and `destroy` call it through the CDK's own command line. */
import { App } from 'aws-cdk-lib';
import { resolveConfiguration } from '../lib/configuration/resolve-configuration.ts';
import { runProgram } from '../lib/deployment/run-program.ts';
import { addDeployment } from '../lib/subsecond-app.ts';

await runProgram(() => {
  const app = new App();
  const settings: string = app.node.tryGetContext('settings') ?? '{}';
  addDeployment(app, resolveConfiguration(app.node.tryGetContext('stage'), JSON.parse(settings)));
  app.synth();
});
