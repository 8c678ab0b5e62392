import { expect, it } from 'vitest';
import { runTool } from '../../../lib/deployment/run-tool.ts';

it('a tool that a program calls passes on what it printed when it fails', async () => {
  await expect(runTool(['layers', '--architecture', 'sparc'])).rejects.toThrow(
    /--architecture must be x86_64 or arm64, not sparc\.\nlayers --architecture sparc: exit code 2/,
  );
});
