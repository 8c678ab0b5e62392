import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { architectureOf } from '../deployment-artefacts.ts';
import { runtimeLayerCode } from '../layer-code.ts';

/** Properties of a {@link RuntimeLayer}. */
export interface RuntimeLayerProps {
  /**
   * Instruction set of the native libraries.
   * @default Architecture.X86_64
   */
  readonly architecture?: lambda.Architecture;

  /**
   * The native libraries, with `nodejs/node_modules` at the top.
   * @default - put together when the app is synthesised, of the packages in node_modules or, for another processor, in
   * the npm registry
   */
  readonly code?: lambda.Code;
}

/** The layer with ONNX Runtime and sharp, which is the same for every task. */
export class RuntimeLayer extends lambda.LayerVersion {
  constructor(
    scope: Construct,
    id: string,
    { architecture = lambda.Architecture.X86_64, code }: RuntimeLayerProps = {},
  ) {
    super(scope, id, {
      code: code ?? runtimeLayerCode(architectureOf(architecture)),
      description: 'ONNX Runtime and sharp',
      license: 'MIT AND Apache-2.0 AND LGPL-3.0-or-later',
      compatibleRuntimes: [lambda.Runtime.NODEJS_24_X],
      compatibleArchitectures: [architecture],
    });
  }
}
