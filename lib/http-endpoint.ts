import { Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  type CorsPreflightOptions,
  HttpApi,
  type IStage,
  LogGroupLogDestination,
  MappingValue,
  ParameterMapping,
  type ThrottleSettings,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { accessLogFormat } from './access-log.ts';
import type { EndpointAccess } from './endpoint-access.ts';
import { endpointRoutes } from './endpoint-routes.ts';

/** What an {@link HttpEndpoint} needs; `EnsembleEndpoint` documents the meaning and supplies the defaults. */
export interface HttpEndpointProps {
  readonly handler: IFunction;
  readonly access: EndpointAccess;
  readonly throttle: ThrottleSettings;
  readonly corsPreflight: CorsPreflightOptions | undefined;
  readonly logRetention: RetentionDays;
}

/** The HTTPS address: an API Gateway HTTP API with the function's routes, throttling and access logs. */
export class HttpEndpoint extends Construct {
  readonly api: HttpApi;
  readonly stage: IStage;
  readonly accessLogGroup: LogGroup;
  /** Address below which the routes lie, without a slash at the end. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: HttpEndpointProps) {
    super(scope, id);
    const { access } = props;
    this.accessLogGroup = new LogGroup(this, 'AccessLog', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.api = new HttpApi(this, 'Api', {
      apiName: Names.uniqueResourceName(this, { separator: '-' }),
      createDefaultStage: false,
      defaultAuthorizer: access.authorizer,
      ...(props.corsPreflight && { corsPreflight: props.corsPreflight }),
    });
    this.stage = this.api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: props.throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogGroup),
        format: accessLogFormat,
      },
    });
    const prefix = access.secretPath === undefined ? '' : `/${access.secretPath}`;
    this.url = `${this.api.apiEndpoint}${prefix}`;
    this.addRoutes(props.handler, prefix);
    if (access.isOpen) acknowledgeOpenAccess(this.api);
  }

  /** The routes below `prefix`; the function sees their paths without it. */
  private addRoutes(handler: IFunction, prefix: string): void {
    const shared = new HttpLambdaIntegration('Function', handler);
    for (const { method, path } of endpointRoutes) {
      const integration =
        prefix === ''
          ? shared
          : new HttpLambdaIntegration(`Function${path}`, handler, {
              parameterMapping: new ParameterMapping().overwritePath(MappingValue.custom(path)),
            });
      // API Gateway takes no route that ends in a slash, except the root itself.
      const route = prefix !== '' && path === '/' ? prefix : `${prefix}${path}`;
      this.api.addRoutes({ path: route, methods: [method], integration });
    }
  }
}

function acknowledgeOpenAccess(api: HttpApi): void {
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason:
      'The organiser of a competition only POSTs to an address: it cannot sign requests. Throttling, reserved ' +
      'concurrency and, where configured, a secret path stand in for authorisation; access=iam or jwt adds it.',
  });
}
