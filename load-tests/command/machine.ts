import { execFileSync } from 'node:child_process';
import os from 'node:os';

/** The machine in words: processor, memory, operating system, Node. */
export function describeMachine(): string {
  const cores = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const model = cores[0]?.model.trim() || 'unknown processor';
  return `${cores.length} × ${model}, ${memory} GiB, ${os.type()} ${os.arch()}, Node ${process.version}`;
}

/** The checked-out commit, followed by "with changes" if tracked files differ from it; "unknown" if Git cannot tell. */
export function describeCommit(directory: string): string {
  const git = (...command: string[]) =>
    execFileSync('git', command, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no').trim() !== '';
    return `${git('rev-parse', '--short', 'HEAD').trim()}${changed ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
