import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDirectory, isInstalled, projectDirectory, workDirectory } from '../../project/paths.ts';
import { stackName } from '../configuration/aws-names.ts';
import { runTool, type ToolCall } from './run-tool.ts';
import type { StageOptions } from './stage-options.ts';

/**
 * The environment variable with the input of the CDK app. Arguments would show secret settings in the process list.
 */
const INPUT_VARIABLE = 'SUBSECOND_DEPLOYMENT';

/** The input of the CDK app (`bin/app.ts`, or `bin/installed-app.ts` in the installed package). */
interface AppInput {
  readonly stage: string;
  /** Folders of the models, in the order of the command line. */
  readonly models: readonly string[];
  /** Settings as texts, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The app's input; undefined if no command of this project started it. */
export function readAppInput({ [INPUT_VARIABLE]: text }: NodeJS.ProcessEnv): AppInput | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

/** Folder of a configuration's synthesised deployment. */
export function assemblyDirectory({ configuration }: StageOptions): string {
  return join(buildDirectory, 'cloud', stackName(configuration));
}

/**
 * Bundles the functions (the installed package has the bundles), builds the layers and checks their size, synthesises the
 * template and validates it. @returns duration in seconds
 */
export async function synthesise(options: StageOptions): Promise<number> {
  const start = performance.now();
  const output = assemblyDirectory(options);
  const { configuration, directories: models, overrides: settings } = options;
  const input: AppInput = { stage: configuration.stage, models, settings };
  const environment = { [INPUT_VARIABLE]: JSON.stringify(input), CDK_OUTDIR: output };
  const tool: ToolCall = isInstalled
    ? ['app']
    : ['cdk', 'synth', '--quiet', '--no-notices', '--output', output];
  if (!isInstalled) await runTool(['bundle']);
  await runTool(tool, environment);
  return (performance.now() - start) / 1000;
}

/** The context of the CDK app: the project's feature flags, overridden by `cdk.json` in the current folder. */
export function readContext(directory = workDirectory): Record<string, unknown> {
  const files = [projectDirectory, directory].map((folder) => join(folder, 'cdk.json')).filter(existsSync);
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')).context));
}
