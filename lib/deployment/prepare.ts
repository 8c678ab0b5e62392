import { join } from 'node:path';
import { buildDirectory, isInstalled } from '../../project/paths.ts';
import { stackName } from '../names.ts';
import type { Steps } from './run-tool.ts';
import { runTool, type ToolCall } from './run-tool.ts';
import type { StageOptions } from './stage-options.ts';

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

/** The app's input; undefined when none of our commands has started it. */
export function readAppInput({ [INPUT_VARIABLE]: text }: NodeJS.ProcessEnv): AppInput | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Where the synthesised deployment of a configuration lies. */
export function assemblyDirectory({ configuration }: StageOptions): string {
  return join(buildDirectory, 'cloud', stackName(configuration));
}

/** Bundles the functions, which the installed package brings along; builds and weighs the layers, synthesises and validates. */
export function synthSteps(options: StageOptions): Steps {
  const output = assemblyDirectory(options);
  const { configuration, directories: models, overrides: settings } = options;
  const input: AppInput = { stage: configuration.stage, models, settings };
  const environment = { [INPUT_VARIABLE]: JSON.stringify(input), CDK_OUTDIR: output };
  const tool: ToolCall = isInstalled
    ? ['app']
    : ['cdk', 'synth', '--quiet', '--no-notices', '--output', output];
  const isBundled = isInstalled || options.given['skip-build'];
  return {
    ...(!isBundled && { 'bundle the functions': () => runTool(['bundle']) }),
    'build the layers and synthesise the stack': () => runTool(tool, environment),
  };
}
