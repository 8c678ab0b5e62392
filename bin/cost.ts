import { runCost } from '../cost/command/main.ts';

process.exitCode = await runCost(process.argv.slice(2), {
  print: (text) => console.log(text),
  report: (text) => console.error(text),
});
