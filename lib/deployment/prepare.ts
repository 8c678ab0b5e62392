import { join } from 'node:path';
import { buildDirectory, isInstalled } from '../../project/paths.ts';
import { stackName } from '../stack-name.ts';
import { runTool, type ToolCall } from './run-tool.ts';
import type { StageOptions } from './stage-options.ts';
import type { Steps } from './steps.ts';

/** The environment variable with the input of the CDK app: settings may be secret, and arguments are not. */
const INPUT_VARIABLE = 'SUBSECOND_DEPLOYMENT';

/** The input of the CDK app (`bin/app.ts`). */
interface AppInput {
  readonly stage: string;
  /** The models' folders, in their order. */
  readonly models: readonly string[];
  /** Texts by name, as the command has read them. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The variables by which the app gets to know a deployment. */
export function deploymentEnvironment(options: StageOptions): Record<string, string> {
  const { configuration, directories: models, overrides: settings } = options;
  const input: AppInput = { stage: configuration.stage, models, settings };
  return { [INPUT_VARIABLE]: JSON.stringify(input) };
}

/** The app's input; undefined when none of our commands has started it. */
export function readAppInput({ [INPUT_VARIABLE]: text }: NodeJS.ProcessEnv): AppInput | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Where the synthesised deployment of a configuration lies. */
export function assemblyDirectory({ configuration }: StageOptions): string {
  return join(buildDirectory, 'cloud', stackName(configuration));
}

/** Builds what will be uploaded. The installed package brings the function along, and builds layers as it synthesises. */
export function buildSteps({ configuration: { architecture }, directories }: StageOptions): Steps {
  if (isInstalled) return {};
  const layers: ToolCall = ['layers', '--architecture', architecture, ...directories];
  return {
    'bundle the function': () => runTool(['bundle']),
    'build and weigh the layers': () => runTool(layers),
  };
}

/** Synthesises: CloudFormation's validation runs in this step, and in the repository cdk-nag. */
export function synthStep(options: StageOptions): Steps {
  const output = assemblyDirectory(options);
  const tool: ToolCall = isInstalled
    ? ['app']
    : ['cdk', 'synth', '--quiet', '--no-notices', '--output', output];
  const environment = { ...deploymentEnvironment(options), CDK_OUTDIR: output };
  return { 'synthesise and validate the stack': () => runTool(tool, environment) };
}
