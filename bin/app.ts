/** The CDK app. `npm run synth`, `deploy` and `destroy` call it through the CDK's own command line. */
import { App } from 'aws-cdk-lib';
import { resolveConfiguration } from '../lib/configuration/resolve-configuration.ts';
import { runProgram } from '../lib/deployment/run-program.ts';
import { addDeployment } from '../lib/subsecond-app.ts';
import { DEFAULT_TASK, findTask } from '../tasks/find-task.ts';

await runProgram(async () => {
  const app = new App();
  const read = (name: string): string | undefined => app.node.tryGetContext(name);
  const names: string[] = JSON.parse(read('tasks') ?? JSON.stringify([DEFAULT_TASK]));
  const tasks = await Promise.all(names.map((name) => findTask(name)));
  const manifests = tasks.map(({ manifest }) => manifest);
  addDeployment(app, resolveConfiguration(read('stage'), manifests, JSON.parse(read('settings') ?? '{}')));
  app.synth();
});
