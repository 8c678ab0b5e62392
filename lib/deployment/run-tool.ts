import { spawn } from 'node:child_process';
import { developerProgram } from '../../project/developer-program.ts';
import { programFile, workDirectory } from '../../project/paths.ts';

/** Entry files of the programs that a deployment calls, all run by this very Node. */
const tools = {
  bundle: () => programFile('functions/bundle'),
  cdk: () => developerProgram('aws-cdk/bin/cdk'),
  app: () => {
    // The app imports it: better said here than by Node.
    developerProgram('cdk-monitoring-constructs/package.json');
    return programFile('bin/installed-app');
  },
};

export type ToolCall = readonly [keyof typeof tools, ...string[]];

/**
 * Runs one of the project's programs where its user works: in the repository's root, or in the current folder.
 *
 * @param environment further variables: the place for what must not stand in the list of processes
 * @param output `quiet` keeps what it prints to itself unless it fails
 * @throws Error when it exits with anything but 0
 */
export async function runTool(
  [tool, ...options]: ToolCall,
  environment: Readonly<Record<string, string>> = {},
  output: 'quiet' | 'shown' = 'quiet',
): Promise<void> {
  const child = spawn(process.execPath, [tools[tool](), ...options], {
    cwd: workDirectory,
    // A CDK that cannot reach its notices or its statistics would only wait for them.
    env: { ...process.env, CDK_DISABLE_CLI_TELEMETRY: 'true', ...environment },
    stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code === 0) return;
  const tail = Buffer.concat(printed).toString('utf8').trim();
  throw new Error(
    [...(tail === '' ? [] : [tail]), `${[tool, ...options].join(' ')}: exit code ${code}.`].join('\n'),
  );
}
