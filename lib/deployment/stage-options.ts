import { bareModelOptions, DEFAULT_MODEL, findModel } from '../../model-repository/find-model.ts';
import { MODEL_OPTIONS, type ModelValues } from '../../model-repository/make/model-options.ts';
import { commandLine } from '../../project/command-line.ts';
import { fitHelp } from '../../project/fit-columns.ts';
import { readOptions } from '../../project/read-options.ts';
import { resolveConfiguration } from '../configuration/resolve-configuration.ts';
import { COMMON_OPTIONS, DEFAULT_STAGE, describeCommand, type StageCommand } from './describe-command.ts';
import { readAllSettings, type SettingsSources } from './read-settings.ts';

export type StageOptions = NonNullable<Awaited<ReturnType<typeof readStageOptions>>>;

/** The options on the command line, except those for settings, by name; true for an option without a value. */
type Given = Readonly<Record<string, string | true>>;

/**
 * Reads a command line and resolves its configuration.
 * @returns undefined after printing the help
 * @throws UsageError, ModelError or ConfigurationError with one line that says what would be right
 */
export async function readStageOptions(command: StageCommand, argv: readonly string[]) {
  const { values, positionals } = readOptions(usageOf(command), argv);
  if (values.help) {
    console.log(fitHelp(describeCommand(command)));
    return undefined;
  }
  const all = values as SettingsSources & Given;
  const { stage = DEFAULT_STAGE, settings, set, hotfix, ...given } = all;
  const overrides = { ...readAllSettings({ stage, settings, set }), ...(hotfix && { hotfix: 'true' }) };
  const named = positionals.length > 0 ? positionals : [DEFAULT_MODEL];
  const bareModel = await bareModelOptions(named, all as ModelValues);
  const models = await Promise.all(named.map((name) => findModel(name, bareModel)));
  const manifests = models.map(({ manifest }) => manifest);
  return {
    configuration: resolveConfiguration(stage, manifests, overrides),
    /** Folders of the models, in the order of the command line. */
    directories: models.map(({ directory }) => directory),
    /** Settings that the user gives on the command line or in files, as texts. */
    overrides: overrides as Readonly<Record<string, string>>,
    given: given as Given,
  };
}

/** `--set` has two descriptions. The first one gives the placeholder of its value. */
function usageOf({ command, options }: StageCommand) {
  const described = Object.keys({ ...COMMON_OPTIONS, ...options }).map((text) => {
    const [name = '', value] = text.split(' ');
    const multiple = name === 'set';
    return [name, value ? { type: 'string', value, multiple } : { type: 'boolean' }] as const;
  });
  return {
    help: `${commandLine(command)} --help`,
    models: 'several',
    options: { ...MODEL_OPTIONS, ...Object.fromEntries(described.reverse()) },
  } as const;
}
