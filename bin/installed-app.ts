/** The CDK app of the installed package, which the CDK's own command line calls. */
import { createApp } from '../lib/deployment/create-app.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('app', async () => void (await createApp(process.env)).synth());
