/** `npm run load`: puts a model under load, and judges whether it meets its objective. */
import { judgeRecorded } from '../load-tests/command/judge-recorded.ts';
import { describeCommit, describeMachine } from '../load-tests/command/machine.ts';
import { runLoad } from '../load-tests/command/run-load.ts';
import { describeCommandLine } from '../load-tests/options/command-line.ts';
import { parseOptions } from '../load-tests/options/options.ts';
import { HELP } from '../load-tests/options/usage.ts';
import { runSweep } from '../load-tests/sweep/command.ts';
import { fitHelp } from '../project/fit-columns.ts';
import { loadTestsDirectory } from '../project/paths.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('load', async (parameters) => {
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
});
