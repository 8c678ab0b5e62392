import { MODEL_OPTIONS_HELP } from '../../model-repository/make/model-options.ts';
import { commandLine } from '../../project/command-line.ts';
import { isInstalled } from '../../project/paths.ts';
import { modelSettings } from '../configuration/model-settings.ts';
import { serviceSettings } from '../configuration/service-settings.ts';
import { listNeeds, type Schema } from '../configuration/setting.ts';

/** Descriptions of options by name. The placeholder of a value follows the name, as in `stage name`. */
type Descriptions = Readonly<Record<string, string>>;

/** The default stage of the installed package; in the repository, a stage must be named. */
export const DEFAULT_STAGE = isInstalled ? 'dev' : undefined;

/** A command with its own options besides the common ones. */
export interface StageCommand {
  /** Name of the command, as in `npm run <command>`. */
  readonly command: string;
  readonly purpose: string;
  readonly options: Descriptions;
}

/** The options that all stage commands have, besides `--help`. */
export const COMMON_OPTIONS: Descriptions = {
  'stage name':
    'dev, prod, or your own stage, based on one of them (--set basedOn=dev). Settings in stages/<name>.json are read automatically',
  'set name=value': 'change a setting; repeatable',
  'set model.name=value': 'change a setting of one model; overrides name=value',
  'settings file':
    "read settings from a JSON file; an object under a model's name has the settings of this model. Overrides stages/<name>.json, and --set overrides both files",
};

export function describeCommand({ command, purpose, options }: StageCommand): string {
  const stage =
    DEFAULT_STAGE === undefined ? '--stage <stage>' : `[--stage <stage>, ${DEFAULT_STAGE} by default]`;
  return [
    `${commandLine(command)} ${stage} [options] [model or ONNX file ...]`,
    '',
    purpose,
    '',
    `Example: ${commandLine(command)} --stage dev digits`,
    '',
    'A model is a folder under models/, any other folder with an ensemble.json, or a single ONNX file. A',
    'path that names no model, such as /ping, belongs to the first model that has this path.',
    '',
    ...Object.entries({ ...COMMON_OPTIONS, ...options, help: 'print this help' }).map(
      ([name, text]) => `  --${name.padEnd(20)}  ${text}`,
    ),
    '',
    'Settings of the service:',
    ...describeSettings(serviceSettings),
    '',
    'Settings of a model:',
    ...describeSettings(modelSettings),
    '',
    'Options of a single ONNX file:',
    '',
    MODEL_OPTIONS_HELP,
  ].join('\n');
}

function describeSettings(schema: Schema): string[] {
  return Object.entries(schema).flatMap(([name, { help, expected, needs, defaults }]) => {
    const { dev, prod } = defaults;
    const values = dev === prod ? { default: dev } : { dev, prod };
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const start = given.map(([stage, value]) => `; ${stage}: ${value}`).join('');
    const also = needs.length === 0 ? '' : ` Needs ${listNeeds(needs)}.`;
    return [`  ${name.padEnd(33)} ${expected}${start}`, `      ${help}${also}`];
  });
}
