/** `npm run load`: a task under load, and whether it keeps its promise. */
import { judgeRecorded } from '../load-tests/command/judge-recorded.ts';
import { describeCommit, describeMachine } from '../load-tests/command/machine.ts';
import { runLoad } from '../load-tests/command/run-load.ts';
import { describeCommandLine } from '../load-tests/options/command-line.ts';
import { parseOptions } from '../load-tests/options/options.ts';
import { usage } from '../load-tests/options/usage.ts';
import { loadTestsDirectory } from '../project/places.ts';

const commandLine = process.argv.slice(2);

try {
  const options = parseOptions(commandLine);
  if (options.command === 'help') {
    console.log(usage);
  } else {
    const origin = {
      commit: describeCommit(loadTestsDirectory),
      machine: describeMachine(),
      commandLine: describeCommandLine(commandLine),
    };
    const passed =
      options.command === 'report' ? judgeRecorded(options, origin) : await runLoad(options, origin);
    process.exitCode = passed ? 0 : 1;
  }
} catch (error) {
  console.error(`load: ${(error as Error).message}`);
  process.exitCode = (error as { exitCode?: number }).exitCode ?? 1;
}
