import { join } from 'node:path';
import { buildDirectory } from '../../layers/places.ts';
import { stackName } from '../stack-name.ts';
import { deploymentEnvironment } from './app-input.ts';
import { runTool, type ToolCall } from './run-tool.ts';
import type { StageOptions } from './stage-options.ts';
import type { Step } from './steps.ts';

/** Where the synthesised deployment of a configuration lies. */
export function assemblyDirectory({ configuration }: StageOptions): string {
  return join(buildDirectory, 'cloud', stackName(configuration));
}

/** Builds what will be uploaded. */
export function buildSteps({ configuration: { architecture }, directories }: StageOptions): Step[] {
  return [
    { name: 'bundle the function', run: () => runTool(['bundle']) },
    {
      name: 'build and weigh the layers',
      run: () => runTool(['layers', '--architecture', architecture, ...directories]),
    },
  ];
}

/** Checks the sources as CI does before anything else. */
export function checkSteps(): Step[] {
  return [
    { name: 'check format and lint', run: () => runTool(['check', 'check', '.']) },
    { name: 'check types', run: () => runTool(['types', '--noEmit']) },
  ];
}

/** Synthesises: cdk-nag and CloudFormation's validation run in this step. */
export function synthStep(options: StageOptions): Step {
  const tool: ToolCall = ['cdk', 'synth', '--quiet', '--no-notices', '--output', assemblyDirectory(options)];
  return {
    name: 'synthesise and validate the stack',
    run: () => runTool(tool, { environment: deploymentEnvironment(options) }),
  };
}
