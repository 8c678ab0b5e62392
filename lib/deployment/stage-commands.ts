/** The commands `deploy`, `destroy`, `diff` and `rollback`, which manage a service on AWS. */
import { join, relative } from 'node:path';
import { commandLine } from '../../project/command-line.ts';
import { developerProgram } from '../../project/developer-program.ts';
import { stackName } from '../configuration/aws-names.ts';
import { ConfigurationError, requireThat } from '../configuration/configuration-error.ts';
import { missingSignature } from '../configuration/signature.ts';
import { checkAccount, checkCredentials } from './account/check-account.ts';
import { announceEndpoint } from './announce-endpoint.ts';
import type { StageCommand } from './describe-command.ts';
import { assemblyDirectory, synthesise } from './prepare.ts';
import { forgetLive, noteLive, rollBack } from './rollback.ts';
import { runTool } from './run-tool.ts';
import { readStageOptions, type StageOptions } from './stage-options.ts';

interface Command extends Omit<StageCommand, 'command'> {
  run(options: StageOptions): Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  deploy: {
    purpose:
      'Builds, checks and deploys models as one service to the AWS account of the current credentials.',
    options: {
      'dry-run': 'build and validate the template, without an AWS account',
      hotfix: 'send all traffic to the new version at once, without checks and despite alarms',
      'change-set':
        'create the change set, which shows every change, and leave its execution to somebody else',
      yes: 'do not prompt for confirmation when permissions widen',
    },
    async run(stageOptions) {
      const { configuration, given } = stageOptions;
      const unsigned = missingSignature(configuration);
      if (unsigned !== undefined && !given['dry-run']) throw new ConfigurationError(unsigned);
      const options = given['dry-run'] ? stageOptions : await checkAccount(stageOptions);
      const seconds = await synthesise(options);
      console.log(`Ready for AWS after ${seconds.toFixed(1)} s.`);
      if (given['dry-run']) {
        console.log(`The template is in ${relative(process.cwd(), assemblyDirectory(options))}.`);
        if (unsigned !== undefined) console.log(`The deployment itself would be refused: ${unsigned}`);
        return;
      }
      const outputs = join(assemblyDirectory(options), 'outputs.json');
      const approval = given.yes ? 'never' : 'broadening';
      const execution = given['change-set'] ? ['--no-execute'] : [];
      const start = performance.now();
      const parameters = ['--require-approval', approval, '--outputs-file', outputs, ...execution];
      await runCdk('deploy', options, parameters);
      if (given['change-set']) return;
      console.log(`Deployed in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
      const ofRollback = commandLine('rollback');
      await noteLive(...serviceOf(options)).catch(({ message }: Error) =>
        console.log(`The live versions could not be recorded, so ${ofRollback} needs --to: ${message}`),
      );
      await announceEndpoint(outputs, options.configuration);
    },
  },
  destroy: {
    purpose: 'Deletes a service and everything in it from the AWS account of the current credentials.',
    options: { yes: 'delete without confirmation' },
    async run(options) {
      const { stage, retainData } = options.configuration;
      const [stack, models] = serviceOf(options);
      requireThat(
        !retainData,
        `${stage} retains its data and is protected from deletion. To delete it, first run ` +
          `${commandLine('deploy')} --stage ${stage} ${models.join(' ')} with its settings and ` +
          '--set retainData=false, then destroy with the same settings.',
      );
      await checkCredentials();
      await synthesise(options);
      await runCdk('destroy', options, ['--all', ...(options.given.yes ? ['--force'] : [])]);
      await forgetLive(stack, models).catch(({ message }: Error) =>
        console.log(`Could not delete the records of ${commandLine('rollback')}: ${message}`),
      );
    },
  },
  diff: {
    purpose:
      'Builds a service and shows what a deployment with the same settings would change. Changes nothing.',
    options: { fail: 'exit with 1 if there is a difference' },
    async run(options) {
      await checkCredentials();
      await synthesise(options);
      await runCdk('diff', options, options.given.fail ? ['--fail'] : []);
    },
  },
  rollback: {
    purpose:
      'Makes the previous version of each named model live again. Stops a running release, and repairs an alias that a\n' +
      'failed release has left split between two versions. Builds nothing. Name the models as they were deployed, or\n' +
      'some of them if the service has a name of its own (--set service=name). Managed Instances keep no previous\n' +
      'version, because its environments would cost as much as the live ones.',
    options: { 'to version': 'the version to make live; only with a single model' },
    async run(options) {
      const done = await rollBack(...serviceOf(options), options.given.to as string | undefined);
      for (const { model, from, to, stopped } of done) {
        console.log(
          stopped === undefined
            ? `${model}: version ${to} is live again, instead of ${from}. Provisioned concurrency follows within minutes.`
            : `${model}: the release ${stopped} of version ${from} is stopped. CodeDeploy sends all requests to version ${to} again, and ` +
                'CloudFormation rolls back the rest of the deployment.',
        );
      }
      if (done.every(({ stopped }) => stopped !== undefined)) return;
      console.log('CloudFormation does not see the rollback: deploy the corrected service with --hotfix.');
    },
  },
};

/** @param name one of `COMMANDS` @throws {UsageError | ModelError | ConfigurationError} with a message of one line */
export async function runStageCommand(name: string, parameters: readonly string[]): Promise<void> {
  const { run, ...usage } = COMMANDS[name]!;
  const options = await readStageOptions({ command: name, ...usage }, parameters);
  if (!options) return;
  // The CDK is a peer dependency, which an installation for serving alone leaves out. A rollback needs only AWS's SDK.
  if (name !== 'rollback') developerProgram('cdk-monitoring-constructs/package.json');
  await run(options);
}

/** Runs a command of the CDK on the synthesised deployment. */
function runCdk(command: string, options: StageOptions, parameters: readonly string[]): Promise<void> {
  const common = ['--app', assemblyDirectory(options), '--no-notices'];
  return runTool(['cdk', command, ...common, ...parameters], {}, 'shown');
}

function serviceOf({ configuration }: StageOptions): [stack: string, models: string[]] {
  return [stackName(configuration), configuration.models.map(({ manifest }) => manifest.model)];
}
