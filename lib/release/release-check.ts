import { CustomResource, Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Code, ILayerVersion, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { locateCode } from '../deployment-artefacts.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { EnsembleFunction } from '../endpoint/ensemble-function.ts';

export interface ReleaseCheckProps {
  readonly endpoint: EnsembleEndpoint;
  /**
   * Code of the function that sends samples to a new version, with the handler `release-check.handler`.
   * @default - the package's own; in the repository dist/release-check, as `npm run build` leaves it
   */
  readonly code?: Code;
}

/** Timeout of the function. CloudFormation waits a minute longer. */
const TIMEOUT = Duration.minutes(5);

/**
 * Refuses a version that does not start, or does not respond to enough samples correctly and in time. The deployment then
 * fails with the reason and is rolled back, before the alias points to the version and anything is provisioned for it.
 * Without this check, an alias whose provisioned concurrency cannot start would stay split between two versions, and no
 * deployment could change it.
 */
export class ReleaseCheck extends Construct {
  /** The function (`functions/release-check`) that sends samples to a new version. */
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, { endpoint, code }: ReleaseCheckProps) {
    super(scope, id);
    const { functionName, functionArn, currentVersion } = endpoint.function;
    // The layer with the model contains its samples.
    const { function: check, role } = new EnsembleFunction(this, 'Function', {
      ...endpoint.logs,
      code: code ?? locateCode('releaseCheck'),
      layers: [endpoint.modelsLayer as ILayerVersion],
      handler: 'release-check.handler',
      memorySize: 512,
      timeout: TIMEOUT,
      environment: {
        FUNCTION_NAME: functionName,
        MODEL_DIRECTORY: `/opt/models/${endpoint.model}`,
        DEADLINE_MILLISECONDS: String(endpoint.deadline.toMilliseconds()),
      },
    });
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`${functionArn}:${currentVersion.version}`],
      }),
    );
    const verdict = new CustomResource(this, 'Verdict', {
      resourceType: 'Custom::ReleaseCheck',
      serviceToken: check.functionArn,
      serviceTimeout: TIMEOUT.plus(Duration.minutes(1)),
      properties: { Version: currentVersion.version },
    });
    verdict.node.addDependency(role);
    endpoint.alias.node.addDependency(verdict);
    this.function = check;
  }
}
