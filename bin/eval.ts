/** `npm run eval`: measures how accurate a model is on labelled samples, with the service's own code. */
import { evaluateModel } from '../evaluation/evaluate-model.ts';
import { HELP, readOptions } from '../evaluation/options.ts';
import { fitColumns, fitHelp } from '../project/fit-columns.ts';
import { runCommand } from '../project/run-command.ts';

await runCommand('eval', async (parameters) => {
  const options = readOptions(parameters);
  if (options) console.log(fitColumns(await evaluateModel(options)));
  else console.log(fitHelp(HELP));
});
