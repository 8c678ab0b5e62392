import { spawn } from 'node:child_process';
import { developerProgram } from '../../project/developer-program.ts';
import { programFile, workDirectory } from '../../project/paths.ts';

/** Entry files of the programs that a deployment runs, all with this Node. */
const tools = {
  bundle: () => programFile('bin/build'),
  cdk: () => developerProgram('aws-cdk/bin/cdk'),
  app: () => programFile('bin/installed-app'),
};

export type ToolCall = readonly [keyof typeof tools, ...string[]];

/**
 * Runs one of the `tools`. Its working folder is the repository's root or, for an installed package, the current folder.
 * @param environment further variables, for values that must not appear in the process list
 * @param output `quiet` shows the program's output only if the program fails
 * @throws Error if it exits with another code than 0
 */
export async function runTool(
  [tool, ...options]: ToolCall,
  environment: Readonly<Record<string, string>> = {},
  output: 'quiet' | 'shown' = 'quiet',
): Promise<void> {
  const child = spawn(process.execPath, [tools[tool](), ...options], {
    cwd: workDirectory,
    // Telemetry is off, because the CDK would wait for the telemetry server even without a network.
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
