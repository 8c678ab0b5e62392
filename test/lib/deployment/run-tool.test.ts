import { expect, it } from 'vitest';
import { runTool } from '../../../lib/deployment/run-tool.ts';

it('a tool that a program calls passes its output on if it fails', async () => {
  await expect(runTool(['bundle', '--nothing'])).rejects.toThrow(
    /there is no option --nothing; .+\nbundle --nothing: exit code 2/,
  );
});
