import { App } from 'aws-cdk-lib';
import { findModel } from '../../model-repository/find-model.ts';
import { commandLine } from '../../project/command-line.ts';
import { UsageError } from '../../project/usage-error.ts';
import { resolveConfiguration } from '../configuration/resolve-configuration.ts';
import { lambdaArchitecture } from '../deployment-artefacts.ts';
import { modelsLayerCode, runtimeLayerCode } from '../endpoint/runtime-layer.ts';
import { addDeployment } from '../stack/subsecond-stack.ts';
import { readAppInput, readContext } from './prepare.ts';

/**
 * The CDK app of a deployment. @param environment contains the input that the command has read from its command line
 * @throws UsageError if no command has started the app
 */
export async function createApp(environment: NodeJS.ProcessEnv): Promise<App> {
  const input = readAppInput(environment);
  if (!input) throw new UsageError(`No command has started this app: type ${commandLine('deploy')} --help.`);
  const app = new App({ context: readContext() });
  const models = await Promise.all(input.models.map((directory) => findModel(directory)));
  const manifests = models.map(({ manifest }) => manifest);
  const configuration = resolveConfiguration(input.stage, manifests, input.settings);
  const folders = new Map(models.map(({ manifest, directory }) => [manifest.model, directory]));
  addDeployment(app, configuration, {
    runtimeLayer: runtimeLayerCode(lambdaArchitecture(configuration.architecture)),
    modelsLayer: (model) => modelsLayerCode(folders.get(model) ?? ''),
  });
  return app;
}
