import { MODEL_OPTIONS_HELP } from '../../model-repository/make/model-options.ts';
import { commandLine } from '../../project/command-line.ts';
import { modelSettings } from '../configuration/model-settings.ts';
import { serviceSettings } from '../configuration/service-settings.ts';
import type { Schema } from '../configuration/setting.ts';

/** A command with the options that all of them share, and switches of its own. */
export interface StageCommand {
  /** As in `npm run <command>`. */
  readonly command: string;
  /** One or two sentences. */
  readonly purpose: string;
  /** Description by name. */
  readonly switches: Readonly<Record<string, string>>;
  /** Description by name, of options that take a value. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The stage when none is named; without it a stage must be named. */
  readonly defaultStage?: string;
}

/** What `--help` prints. */
export function describeCommand({
  command,
  purpose,
  switches,
  texts = {},
  defaultStage,
}: StageCommand): string {
  const stage =
    defaultStage === undefined ? '--stage <stage>' : `[--stage <stage>, ${defaultStage} by default]`;
  const own = [
    ...Object.entries(switches).map(([name, text]) => option(`--${name}`, text)),
    ...Object.entries(texts).map(([name, text]) => option(`--${name} <value>`, text)),
  ];
  return [
    `${commandLine(command)} ${stage} [options] [model or ONNX file ...]`,
    '',
    purpose,
    '',
    `Example: ${commandLine(command)} --stage dev digits`,
    '',
    'A model is the name of a folder under models/, a folder with an ensemble.json, or an ONNX file. The first model also',
    'gets the addresses that name no model.',
    '',
    option(
      '--stage <name>',
      'dev, prod, or another one that is based on either (basedOn=dev). Reads the settings',
    ),
    option('', 'in stages/<name>.json if there are any'),
    option('--set <name>=<value>', 'set a setting; can be repeated'),
    option('--set <model>.<name>=<value>', 'set it for one model; overrides <name>=<value>'),
    option(
      '--settings <file>',
      'read settings from a JSON file, those of a model in an object under its name;',
    ),
    option('', "overrides the stage's file, and --set overrides both"),
    ...own,
    option('--help', 'print this help'),
    '',
    'Settings of the service:',
    ...describeSettings(serviceSettings),
    '',
    'Settings of a model:',
    ...describeSettings(modelSettings),
    '',
    'Options of a bare ONNX file:',
    '',
    MODEL_OPTIONS_HELP,
  ].join('\n');
}

function option(name: string, text: string): string {
  return `  ${name.padEnd(28)} ${text}`;
}

function describeSettings(schema: Schema): string[] {
  return Object.entries(schema).flatMap(
    ([
      name,
      {
        help,
        expected,
        defaults: { dev, prod },
      },
    ]) => {
      const values = [
        ...(dev === undefined ? [] : [`dev: ${dev}`]),
        ...(prod === undefined ? [] : [`prod: ${prod}`]),
      ];
      const start = dev === prod ? values.slice(0, 1).map(() => `default: ${dev}`) : values;
      return [`  ${name.padEnd(33)} ${[expected, ...start].join('; ')}`, `      ${help}`];
    },
  );
}
