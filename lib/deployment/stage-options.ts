import { bareModelOptions } from '../../model-repository/bare-model-options.ts';
import { DEFAULT_MODEL, findModel } from '../../model-repository/find-model.ts';
import { MODEL_OPTIONS, type ModelValues } from '../../model-repository/make/model-options.ts';
import { commandLine } from '../../project/command-line.ts';
import { isInstalled } from '../../project/places.ts';
import { readOptions } from '../../project/read-options.ts';
import { resolveConfiguration } from '../configuration/resolve-configuration.ts';
import type { ServiceConfiguration } from '../configuration/service-configuration.ts';
import { defined } from '../defined.ts';
import { describeCommand, type StageCommand } from './describe-command.ts';
import { readAllSettings } from './read-settings.ts';

/** The options of a deployment's commands. */
export interface StageOptions {
  readonly configuration: ServiceConfiguration;
  /** The models' folders, in their order. */
  readonly directories: readonly string[];
  /** What was changed in the stage's configuration, as texts. */
  readonly overrides: Readonly<Record<string, string>>;
  /** The command's own switches that were given. */
  readonly switches: ReadonlySet<string>;
  /** The values of the command's own options that take one. */
  readonly texts?: Readonly<Record<string, string>>;
}

/**
 * Reads a command line and resolves the configuration that it describes.
 *
 * @returns undefined when it requests help, which has been printed
 * @throws UsageError, RepositoryError or ConfigurationError with one line that says what would be right
 */
export async function readStageOptions(
  { defaultStage = isInstalled ? 'dev' : undefined, ...others }: StageCommand,
  argv: readonly string[],
): Promise<StageOptions | undefined> {
  const command: StageCommand = { ...others, ...defined({ defaultStage }) };
  const { values, positionals } = parse(command, argv);
  if (values.help === true) {
    console.log(describeCommand(command));
    return undefined;
  }
  const stage = values.stage ?? command.defaultStage;
  const overrides = {
    ...readAllSettings({ ...values, stage }),
    ...(Object.hasOwn(values, 'hotfix') && { hotfix: 'true' }),
  };
  const given = (among: object): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values as Record<string, string>).filter(([name]) => Object.hasOwn(among, name)),
    );
  const named = positionals.length > 0 ? positionals : [DEFAULT_MODEL];
  const bareModel = await bareModelOptions(named, given(MODEL_OPTIONS) as ModelValues);
  const models = await Promise.all(named.map((name) => findModel(name, bareModel)));
  const manifests = models.map(({ manifest }) => manifest);
  return {
    configuration: resolveConfiguration(stage, manifests, overrides),
    directories: models.map(({ directory }) => directory),
    overrides,
    texts: given(command.texts ?? {}),
    switches: new Set(Object.keys(given(command.switches))),
  };
}

function parse({ command, switches, texts = {} }: StageCommand, argv: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const options = {
    ...MODEL_OPTIONS,
    stage: { type: 'string', value: 'stage' },
    set: { type: 'string', multiple: true, value: 'name=value' },
    settings: { type: 'string', value: 'file' },
    help: { ...flag, short: 'h' },
    ...(Object.fromEntries([
      ...Object.keys(switches).map((name) => [name, flag]),
      ...Object.keys(texts).map((name) => [name, { type: 'string', value: name }]),
    ]) as Record<never, never>),
  } as const;
  return readOptions({ help: `${commandLine(command)} --help`, models: 'several', options }, argv);
}
