import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { locateSampleQuestions } from '../deployment-artefacts.ts';
import type { EnsembleEndpoint } from '../endpoint/ensemble-endpoint.ts';
import { EnsembleFunction } from '../endpoint/ensemble-function.ts';

/** Properties of a {@link ReleaseCheck}. */
export interface ReleaseCheckProps {
  readonly endpoint: EnsembleEndpoint;
  /**
   * Code of the function, with the handler `release-check.handler`.
   * @default - the package's own; in the repository dist/sample-questions, as `npm run build` leaves it
   */
  readonly code?: Code;
  /**
   * How long its log is kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * The function (`functions/release-check`) that asks a new version its task's samples before it gets traffic. The samples
 * lie in the layer with the models, so that each version is asked its own.
 */
export class ReleaseCheck extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ReleaseCheckProps) {
    super(scope, id);
    const { endpoint, code = locateSampleQuestions(), logRetention = RetentionDays.ONE_MONTH } = props;
    const { currentVersion } = endpoint.function;
    const { function: fn, role } = new EnsembleFunction(this, 'Function', {
      code,
      handler: 'release-check.handler',
      layers: [endpoint.modelsLayer],
      architecture: Architecture.X86_64,
      memorySize: 512,
      timeout: Duration.minutes(5),
      environment: {
        FUNCTION_NAME: endpoint.function.functionName,
        NEW_VERSION: currentVersion.version,
        MODEL_DIRECTORY: `/opt/models/${endpoint.task}`,
        BUDGET_MILLISECONDS: String(endpoint.budget.toMilliseconds()),
      },
      reservedConcurrency: undefined,
      logRetention,
      logEncryptionKey: endpoint.logEncryptionKey,
    });
    this.function = fn;
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: [`${endpoint.function.functionArn}:${currentVersion.version}`],
      }),
    );
  }
}
