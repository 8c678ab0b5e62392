import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildModelsLayer, buildRuntimeLayer } from '../../layers/layers.ts';
import { architectures, projectDirectory } from '../../project/paths.ts';
import { requireThat } from '../configuration/configuration-error.ts';

export interface RuntimeLayerProps {
  /**
   * Instruction set of the native libraries.
   * @default Architecture.X86_64
   */
  readonly architecture?: lambda.Architecture;

  /**
   * The native libraries, with `nodejs/node_modules` at the top.
   * @default - built at synthesis from node_modules; packages that node_modules lacks are fetched from the npm registry
   */
  readonly code?: lambda.Code;
}

/** The layer with ONNX Runtime, sharp and tokenizers, which is the same for every model. */
export class RuntimeLayer extends lambda.LayerVersion {
  readonly architecture: lambda.Architecture;

  constructor(
    scope: Construct,
    id: string,
    { architecture = lambda.Architecture.X86_64, code }: RuntimeLayerProps = {},
  ) {
    super(scope, id, {
      code: code ?? runtimeLayerCode(architecture),
      description: 'ONNX Runtime, sharp and tokenizers',
      license: 'MIT AND Apache-2.0 AND LGPL-3.0-or-later',
      compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
      compatibleArchitectures: [architecture],
    });
    this.architecture = architecture;
  }
}

/** The layer with the native libraries, built when the app is synthesised. */
export function runtimeLayerCode(architecture: lambda.Architecture): lambda.Code {
  const name = architectures.find((one) => one === architecture.name);
  requireThat(name, `The architecture must be ${architectures.join(' or ')}, not ${architecture.name}.`);
  return builtLayer(projectDirectory, `runtime ${name}`, (layer) => buildRuntimeLayer(name, layer));
}

/** The layer with the model of a folder, built when the app is synthesised. */
export function modelsLayerCode(directory: string): lambda.Code {
  return builtLayer(directory, `models ${directory}`, (layer) => buildModelsLayer(directory, layer));
}

/**
 * A layer that is built at synthesis, and only if the CDK's command includes its stack.
 * @param source a folder; together with the description it identifies the layer
 * @param build builds the layer into the folder that it is given
 */
function builtLayer(source: string, description: string, build: (layer: string) => unknown): lambda.Code {
  return lambda.Code.fromAsset(source, {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The CDK requires an image, but starts it only if the local process below does not do the work.
      image: DockerImage.fromRegistry('none'),
      command: [description],
      local: {
        tryBundle: (directory) => {
          build(directory);
          return true;
        },
      },
    },
  });
}
