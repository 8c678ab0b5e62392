import type { StageOptions } from './stage-options.ts';

/** The input of the CDK app (`bin/app.ts`). */
export interface AppInput {
  readonly stage: string;
  /** The models' folders, in their order. */
  readonly models: readonly string[];
  /** Texts by name, as the command has read them. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The environment variable in which the app finds it: settings may be secret, and arguments are not. */
const VARIABLE = 'SUBSECOND_DEPLOYMENT';

/** The variable for a deployment. */
export function deploymentEnvironment({
  configuration,
  directories,
  overrides,
}: StageOptions): Record<string, string> {
  const input: AppInput = { stage: configuration.stage, models: directories, settings: overrides };
  return { [VARIABLE]: JSON.stringify(input) };
}

/** The app's input; undefined when none of our commands has started it. */
export function readAppInput(environment: NodeJS.ProcessEnv): AppInput | undefined {
  const text = environment[VARIABLE];
  return text === undefined ? undefined : JSON.parse(text);
}
