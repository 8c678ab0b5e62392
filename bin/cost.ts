/** `npm run cost`: what a load costs on AWS. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runCost } from '../cost/command/main.ts';
import { fitColumns } from '../project/fit-columns.ts';
import { loadReports } from '../project/paths.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('cost', async (parameters) => {
  const report = saysItsLoad(parameters) ? undefined : latestReport();
  if (report !== undefined) console.error(fitColumns(`Load of ${report}; --from names another report.`));
  const { text, exitCode } = await runCost(report ? [...parameters, '--from', report] : parameters);
  console.log(parameters.includes('--json') ? text : fitColumns(text));
  return exitCode;
});

/** Whether a command line needs no report of a load run. */
function saysItsLoad(parameters: readonly string[]): boolean {
  const has = (option: string) => parameters.some((one) => one === option || one.startsWith(`${option}=`));
  const isWhole = has('--rps') && has('--fresh');
  return parameters.length === 0 || isWhole || ['--from', '--stage', '--help'].some(has);
}

/** The report of the last load run at a known rate, if there is one. */
function latestReport(): string | undefined {
  if (!existsSync(loadReports)) return undefined;
  const files = readdirSync(loadReports)
    .filter((name) => !/^(sweep|peak|closed|organizer|abuse)-/.test(name))
    .map((name) => join(loadReports, name, 'report.json'))
    .filter((file) => existsSync(file));
  const time = (file: string) => statSync(file).mtimeMs;
  const [latest] = files.sort((one, other) => time(other) - time(one));
  return latest && relative('.', latest);
}
