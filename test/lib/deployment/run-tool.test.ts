import { expect, it } from 'vitest';
import { runTool } from '../../../lib/deployment/run-tool.ts';

it('the error of a tool that fails has the output of the tool', async () => {
  await expect(runTool(['app'])).rejects.toThrow(/^No command has started this app: .+\napp: exit code 2/);
});
