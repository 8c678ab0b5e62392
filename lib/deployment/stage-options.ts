import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fields } from '../configuration/fields.ts';
import { resolveConfiguration } from '../configuration/resolve-configuration.ts';
import type { StageConfiguration } from '../configuration/stage-configuration.ts';
import { UsageError } from './usage-error.ts';

/** What the commands of a deployment are told. */
export interface StageOptions {
  readonly configuration: StageConfiguration;
  /** What was changed in the stage's configuration, as texts. */
  readonly overrides: Readonly<Record<string, string>>;
  /** The command's own switches that were given. */
  readonly switches: ReadonlySet<string>;
}

/** A command with the options that all of them share, and switches of its own. */
export interface StageCommand {
  /** As typed, for the help. */
  readonly command: string;
  /** One or two sentences. */
  readonly purpose: string;
  /** Description by name. */
  readonly switches: Readonly<Record<string, string>>;
  /** The stage when none is named; without it a stage must be named. */
  readonly defaultStage?: string;
}

/**
 * Reads a command line and resolves the configuration it asks for.
 *
 * @returns undefined when it asked for help, which has been printed
 * @throws UsageError or ConfigurationError with one line that says what would be right
 */
export function readStageOptions(command: StageCommand, argv: readonly string[]): StageOptions | undefined {
  const { values } = parse(command, argv);
  if (values.help === true) {
    console.log(describeCommand(command));
    return undefined;
  }
  const overrides = { ...readSettings(values.settings), ...readAssignments(values.set) };
  return {
    configuration: resolveConfiguration(values.stage ?? command.defaultStage, overrides),
    overrides,
    switches: new Set(Object.keys(command.switches).filter((name) => Object.hasOwn(values, name))),
  };
}

function parse({ switches }: StageCommand, argv: readonly string[]) {
  const own = Object.keys(switches).map((name) => [name, { type: 'boolean' as const }]);
  try {
    return parseArgs({
      args: [...argv],
      options: {
        stage: { type: 'string' },
        set: { type: 'string', multiple: true },
        settings: { type: 'string' },
        help: { type: 'boolean' },
        ...(Object.fromEntries(own) as Record<never, never>),
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message} (--help tells more)`);
  }
}

/** `--set name=value`, as often as needed. */
function readAssignments(assignments: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    assignments.map((assignment) => {
      const split = assignment.indexOf('=');
      if (split < 1) throw new UsageError(`--set takes name=value, not ${JSON.stringify(assignment)}.`);
      return [assignment.slice(0, split), assignment.slice(split + 1)];
    }),
  );
}

/** A JSON file with the same names and values. */
function readSettings(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--settings takes a JSON file: ${(error as Error).message}.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new UsageError(`${path} must hold one JSON object with settings.`);
  }
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, String(value)]));
}

function describeCommand({ command, purpose, switches, defaultStage }: StageCommand): string {
  const stage =
    defaultStage === undefined ? '--stage <stage>' : `[--stage <stage>, ${defaultStage} by default]`;
  const own = Object.entries(switches).map(([name, text]) => `  --${name.padEnd(18)} ${text}`);
  const settings = Object.entries(fields).map(([name, { expected }]) => `  ${name.padEnd(30)} ${expected}`);
  return [
    `${command} -- ${stage} [options]`,
    '',
    purpose,
    '',
    `  ${'--stage dev|prod'.padEnd(20)} which configuration (lib/configuration/stage-configuration.ts)`,
    `  ${'--set name=value'.padEnd(20)} change a setting; can be given several times`,
    `  ${'--settings file'.padEnd(20)} a JSON file with settings; --set goes before it`,
    ...own,
    `  ${'--help'.padEnd(20)} this text`,
    '',
    'Settings:',
    ...settings,
  ].join('\n');
}
