import { Metric, type MetricOptions, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { colonArn } from '../names.ts';

/** The alias of a function that leads to its live version. */
export const LIVE_ALIAS = 'live';

/** A model that is served: by this stack, or by another one. */
export type IEnsembleEndpoint = EndpointBase;

/** What the outputs of a deployment say of a model. */
export interface EnsembleEndpointAttributes {
  /** The name of its function, in the account and region of the importing stack. */
  readonly functionName: string;
  /** Address below which all its routes lie, without a slash at the end. */
  readonly url: string;
}

/** What a model's function is called by decides the rest. */
export abstract class EndpointBase extends Construct {
  /** Address below which all its routes lie, without a slash at the end. */
  abstract readonly url: string;
  /** What invokes the live version: the ARN of the alias. */
  abstract readonly aliasArn: string;
  protected abstract readonly functionName: string;

  /** Lets somebody invoke the live version without the address; a caller of the address needs `HttpEndpoint.grantInvoke`. */
  grantInvoke(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['lambda:InvokeFunction'],
      resourceArns: [this.aliasArn],
    });
  }

  /** A metric of Lambda of the live version. */
  metric(metricName: string, options?: MetricOptions): Metric {
    const { functionName } = this;
    const dimensionsMap = { FunctionName: functionName, Resource: `${functionName}:${LIVE_ALIAS}` };
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, ...options }).attachTo(this);
  }

  /** How long the function takes for a request, in milliseconds; without the cold start. */
  metricDuration(options?: MetricOptions): Metric {
    return this.metric('Duration', options);
  }

  /** Requests at which the function crashed, or which it did not end in time. */
  metricErrors(options?: MetricOptions): Metric {
    return this.metric('Errors', { statistic: Stats.SUM, ...options });
  }

  metricInvocations(options?: MetricOptions): Metric {
    return this.metric('Invocations', { statistic: Stats.SUM, ...options });
  }

  /** Requests that Lambda has refused as no further environment was allowed. */
  metricThrottles(options?: MetricOptions): Metric {
    return this.metric('Throttles', { statistic: Stats.SUM, ...options });
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
