import { join } from 'node:path';
import { buildDirectory } from '../../layers/places.ts';
import { isInstalled } from '../../project/places.ts';
import { stackName } from '../stack-name.ts';
import { deploymentEnvironment } from './app-input.ts';
import { runTool, type ToolCall } from './run-tool.ts';
import type { StageOptions } from './stage-options.ts';
import type { Step } from './steps.ts';

/** Where the synthesised deployment of a configuration lies. */
export function assemblyDirectory({ configuration }: StageOptions): string {
  return join(buildDirectory, 'cloud', stackName(configuration));
}

/** Builds what will be uploaded. The installed package brings the function along, and builds layers as it synthesises. */
export function buildSteps({ configuration: { architecture }, directories }: StageOptions): Step[] {
  if (isInstalled) return [];
  return [
    { name: 'bundle the function', run: () => runTool(['bundle']) },
    {
      name: 'build and weigh the layers',
      run: () => runTool(['layers', '--architecture', architecture, ...directories]),
    },
  ];
}

/** Synthesises: CloudFormation's validation runs in this step, and in the repository cdk-nag. */
export function synthStep(options: StageOptions): Step {
  const output = assemblyDirectory(options);
  const tool: ToolCall = isInstalled
    ? ['app']
    : ['cdk', 'synth', '--quiet', '--no-notices', '--output', output];
  const environment = { ...deploymentEnvironment(options), CDK_OUTDIR: output };
  return {
    name: 'synthesise and validate the stack',
    run: () => runTool(tool, { environment }),
  };
}
