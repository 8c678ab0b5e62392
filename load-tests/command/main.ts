/** The command `load`: puts a model under load, and judges whether the model meets its objective. */
import { fitHelp } from '../../project/fit-columns.ts';
import { loadTestsDirectory } from '../../project/paths.ts';
import { describeCommandLine } from '../options/command-line.ts';
import { parseOptions } from '../options/options.ts';
import { HELP } from '../options/usage.ts';
import { runSweep } from '../sweep/command.ts';
import { judgeRecorded } from './judge-recorded.ts';
import { describeCommit, describeMachine } from './machine.ts';
import { runLoad } from './run-load.ts';

/** @returns the exit code, which `--help` explains */
export async function load(parameters: string[]): Promise<number> {
  const origin = () => ({
    commit: describeCommit(loadTestsDirectory),
    machine: describeMachine(),
    commandLine: describeCommandLine(parameters),
  });
  const [first, ...rest] = parameters;
  if (first === 'sweep') return runSweep(rest, origin);
  const options = parseOptions(parameters);
  if (options.command === 'help') {
    console.log(fitHelp(HELP));
    return 0;
  }
  const passed = options.command === 'report' ? judgeRecorded(options) : await runLoad(options, origin());
  return passed ? 0 : 1;
}
