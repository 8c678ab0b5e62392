import { expect, it } from 'vitest';
import { runTool } from '../../../lib/deployment/run-tool.ts';

it('a tool that a program calls passes its output on if it fails', async () => {
  await expect(runTool(['app'])).rejects.toThrow(/^No command has started this app: .+\napp: exit code 2/);
});
