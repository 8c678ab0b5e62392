import { commandLine } from '../../../project/command-line.ts';
import { COMMANDS, type CommandName } from './commands.ts';
import { OPTIONS, type Option, type OptionName } from './options.ts';

/** The help of one command, or of all where none is named. */
export function help(command?: CommandName): string {
  if (command) {
    return [
      `${commandLine('cost')} ${command === 'estimate' ? '' : `${command} `}[options]`,
      '',
      `Prints ${COMMANDS[command].summary}.`,
      '',
      ...COMMANDS[command].options.map(optionLine),
    ].join('\n');
  }
  return [
    `${commandLine('cost')} [command] [options]`,
    '',
    'What it costs to answer a load within a second, before it is deployed. Never goes online, but for refresh.',
    '',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    '',
    `  ${commandLine('cost')} --rps 7 --fresh 150 --provisioned 8`,
    `  ${commandLine('cost')} --rps 7 --fresh 150 --provisioned 8 --days 4 --hours 10 --explain`,
    `  ${commandLine('cost')} --stage prod --rps 7 --fresh 150 --days 4 --hours 10`,
    `  ${commandLine('cost')} --from report.json --rps 7 --provisioned 8`,
    `  ${commandLine('cost')} sweep --rps 7 --point 1769,x86_64,150,p99=320 --point 3008,arm64,110,p99=240`,
    `  ${commandLine('cost')} plan --rps 7 --burst 10 --p99 1000 --fresh 150`,
    `  ${commandLine('cost')} compare --rps 7 --fresh 150 --chart cost.html`,
    `  ${commandLine('cost')} simulate --rps 7 --fresh 700 --environments 4 --overflow queue`,
    '',
    `${commandLine('cost')} <command> --help lists the options of a command. Those of estimate:`,
    '',
    ...COMMANDS.estimate.options.map(optionLine),
  ].join('\n');
}

const INDENT = 31;

function optionLine(name: OptionName): string {
  const { value, help: text }: Option = OPTIONS[name];
  const option = `  --${name}${value ? ` <${value}>` : ''}`;
  // A long one has a line of its own.
  const start = option.length < INDENT ? option.padEnd(INDENT) : `${option}\n${' '.repeat(INDENT)}`;
  return `${start}${text}`.trimEnd();
}
