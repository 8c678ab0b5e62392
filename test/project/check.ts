/** `npm run check`: runs in parallel all checks that take less than half a minute, and lists the checks that failed. */
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { projectDirectory } from '../../project/paths.ts';

const SCRIPTS = ['lint', 'rooms', 'types', 'size'];
const run = promisify(exec);

const failed = await Promise.all(
  SCRIPTS.map(async (script) => {
    const options = { cwd: projectDirectory, maxBuffer: 64e6 };
    const { error, output } = await run(`npm run --silent ${script}`, options).then(
      ({ stdout }) => ({ error: undefined, output: stdout }),
      (error: Error & { stdout: string; stderr: string }) => ({ error, output: error.stdout + error.stderr }),
    );
    console.log(`${error ? 'FAILED' : 'passed'}  npm run ${script}`);
    if (error) console.log(output.trimEnd());
    return error ? [script] : [];
  }),
);
if (failed.flat().length > 0) process.exitCode = 1;
