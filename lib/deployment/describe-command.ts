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
export function describeCommand({ command, purpose, switches, texts, defaultStage }: StageCommand): string {
  const stage =
    defaultStage === undefined ? '--stage <stage>' : `[--stage <stage>, ${defaultStage} by default]`;
  const own = Object.entries({ ...switches, ...texts }).map(
    ([name, text]) => `  --${name.padEnd(20)} ${text}`,
  );
  return [
    `${commandLine(command)} ${stage} [options] [model or ONNX file ...]`,
    '',
    purpose,
    '',
    'Each model is a folder under models/, another one with an ensemble.json, or a bare ONNX file; the first one also has',
    'the addresses that name no model.',
    '',
    `  ${'--stage name'.padEnd(22)} dev, prod, or another one that is based on them (basedOn=dev). Settings in`,
    `  ${''.padEnd(22)} stages/<name>.json are read by themselves`,
    `  ${'--set name=value'.padEnd(22)} change a setting; can be given several times`,
    `  ${'--set model.name=value'.padEnd(22)} change it for one model; goes before name=value`,
    `  ${'--settings file'.padEnd(22)} a JSON file with settings, those of a model in an object under its name;`,
    `  ${''.padEnd(22)} goes before the stage's file, and --set before both`,
    ...own,
    `  ${'--help'.padEnd(22)} this text`,
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
