/** `npm run add`: makes a model's folder from exported ONNX files, or checks a model. */

import { addCommand } from '../model-repository/make/command.ts';
import { fitHelp } from '../project/fit-columns.ts';
import { runCommand } from '../project/run-command.ts';

// Commands begin in the first column. They stay whole, so that they can be copied.
const print = (line: string) => console.log(line.startsWith('  ') ? fitHelp(line) : line);

await runCommand('add', (parameters) => addCommand(parameters, print));
