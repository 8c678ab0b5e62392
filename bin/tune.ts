/** `npm run tune`: a deployed function measured at several memory sizes. */
import { createInterface } from 'node:readline/promises';
import { runTune } from '../cost/tune/command.ts';
import { runCommand } from '../project/run-command.ts';

const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // The second one ends the process as usual.
  process.once(name, () => {
    console.error('Interrupted: putting everything back.');
    interrupted.abort(new Error('Interrupted.'));
  });
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal's Ctrl-C comes here instead of as a signal.
  terminal.once('SIGINT', () => process.emit('SIGINT'));
  try {
    const answer = await terminal.question(question, { signal: interrupted.signal });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

await runCommand('tune', async (parameters) => {
  try {
    return await runTune(parameters, {
      print: (text) => console.log(text),
      report: (text) => console.error(text),
      confirm: process.stdin.isTTY ? confirm : undefined,
      signal: interrupted.signal,
      environment: process.env,
      pollInterval: 500,
    });
  } catch (error) {
    throw interrupted.signal.aborted ? interrupted.signal.reason : error;
  }
});
