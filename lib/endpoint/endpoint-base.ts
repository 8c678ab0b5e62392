import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { colonArn } from '../names.ts';

/** Name of the alias of a function's live version. */
export const LIVE_ALIAS = 'live';

/** A model that this stack or another one serves. */
export type IEnsembleEndpoint = EndpointBase;

/** Outputs of a deployment that describe a model. */
export interface EnsembleEndpointAttributes {
  /** The name of its function, in the account and region of the importing stack. */
  readonly functionName: string;
  /** Address of all its routes, without a trailing slash. */
  readonly url: string;
}

/** A model by the name of its function, from which the rest follows. */
export abstract class EndpointBase extends Construct {
  /** Address of all its routes, without a trailing slash. */
  abstract readonly url: string;
  /** ARN of the alias, which invokes the live version. */
  abstract readonly aliasArn: string;
  protected abstract readonly functionName: string;

  /**
   * Permits invocations of the live version without the address; callers of the address need `HttpEndpoint.grantInvoke`.
   */
  grantInvoke(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [this.aliasArn],
    });
  }

  /** A metric of Lambda for the live version, such as Duration, Errors, Invocations or Throttles. */
  metric(metricName: string, options?: MetricOptions): Metric {
    const { functionName } = this;
    const dimensionsMap = { FunctionName: functionName, Resource: `${functionName}:${LIVE_ALIAS}` };
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, ...options }).attachTo(this);
  }
}

/** A model that another stack serves. */
export class ImportedEndpoint extends EndpointBase {
  readonly url: string;
  readonly aliasArn: string;
  protected readonly functionName: string;

  constructor(scope: Construct, id: string, { functionName, url }: EnsembleEndpointAttributes) {
    super(scope, id);
    this.url = url;
    this.functionName = functionName;
    this.aliasArn = colonArn(this, 'lambda', 'function', `${functionName}:${LIVE_ALIAS}`);
  }
}
