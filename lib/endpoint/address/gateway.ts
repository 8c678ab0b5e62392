import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, type IDomainName, type IStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { defined } from '../../../project/defined.ts';
import { acknowledge } from '../../acknowledge.ts';
import { stackUuid, uniqueName } from '../../names.ts';
import { logProps, serviceLogGroup } from '../logs.ts';
import { ApiDomain, addRecords } from './domain.ts';
import { Edge } from './edge.ts';
import { type BoundAccess, EndpointAccess } from './endpoint-access.ts';
import type { HttpEndpointProps } from './http-endpoint-props.ts';

/** An API with its address and its access. */
interface Gateway extends BoundAccess {
  readonly api: HttpApi;
  /** `https://` and a name, without a path. */
  readonly address: string;
  readonly stage?: IStage;
  readonly accessLogGroup?: LogGroup;
  /** Target of the DNS record of your own domain name. */
  readonly domainTarget?: string | undefined;
}

/**
 * Creates an API with its access log and, if set, a domain name or CloudFront in front of it. With your own API, it creates
 * none of these; without `access`, that API's default authorizer and scopes apply.
 */
export function gatewayOf(scope: Construct, props: HttpEndpointProps): Gateway {
  const { api, access } = props;
  if (!api) return createGateway(scope, props, access ?? EndpointAccess.open());
  const bound = access?.bind(scope, logProps(props)) ?? { authorization: {}, keys: undefined };
  return { api, ...bound, address: props.apiAddress ?? api.apiEndpoint };
}

function createGateway(scope: Construct, props: HttpEndpointProps, access: EndpointAccess): Gateway {
  const { domain, edge } = props;
  const origin = edge && createOriginSecret(scope);
  const bound = access.bind(scope, { ...logProps(props), ...defined({ origin }) });
  // One resource policy of the region covers all groups below this path. With other names, each group would need its
  // own entry, and the policy would be full after about ten groups.
  const logGroupName = `/aws/vendedlogs/${uniqueName(scope)}-${stackUuid(scope)}`;
  const accessLogGroup = serviceLogGroup(scope, 'AccessLog', { ...props, logGroupName });
  const name = domain && !edge ? new ApiDomain(scope, 'Domain', domain) : undefined;
  const api = new HttpApi(scope, 'Api', {
    apiName: uniqueName(scope),
    createDefaultStage: false,
    ...(name && { disableExecuteApiEndpoint: true }),
    ...defined({ corsPreflight: props.corsPreflight }),
  });
  const stage = api.addStage('Stage', {
    stageName: '$default',
    autoDeploy: true,
    throttle: props.throttle ?? { rateLimit: 20, burstLimit: 10 },
    ...(name && { domainMapping: { domainName: name as IDomainName } }),
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLogGroup),
      format: accessLogFormat(access),
    },
  });
  const made = { api, stage, accessLogGroup, ...bound };
  if (access.isOpen && !edge) {
    acknowledge(api, {
      id: 'AwsSolutions-APIG4',
      reason:
        'The organiser of a competition only POSTs to an address: it cannot sign requests. Throttling, reserved ' +
        'concurrency and, if there is one, a secret path stand in for authorisation. With any other access, callers are authorised.',
    });
  }
  if (edge && origin) {
    const { allowedAddresses } = access.guard;
    const { distribution } = new Edge(scope, 'Edge', {
      ...edge,
      api,
      origin,
      ...defined({ domain, allowedAddresses }),
    });
    if (domain) addRecords(scope, domain, new CloudFrontTarget(distribution));
    const { distributionDomainName } = distribution;
    const address = `https://${domain?.domainName ?? distributionDomainName}`;
    return { ...made, address, domainTarget: domain && distributionDomainName };
  }
  const address = domain ? `https://${domain.domainName}` : api.apiEndpoint;
  return { ...made, address, domainTarget: name?.regionalDomainName };
}

function createOriginSecret(scope: Construct): ISecret {
  const secret = new Secret(scope, 'OriginSecret', {
    description: 'Value of the header by which the API recognises CloudFront',
    generateSecretString: { passwordLength: 40, excludePunctuation: true },
  });
  acknowledge(secret, {
    id: 'AwsSolutions-SMG4',
    reason: 'CloudFront gets the value only at a deployment, so a scheduled change would lock everybody out.',
  });
  return secret as ISecret;
}

/**
 * One JSON line for each request, with API Gateway's `$context` variables. The path is omitted, because the route says as much.
 * With a secret path, the route is omitted, too, because it begins with the secret. `status` and `responseMilliseconds`
 * are numbers in JSON, because metric filters compare only numbers. All other values are texts, which may be `-`.
 */
function accessLogFormat({
  secretPath,
  isGuarded,
}: Pick<EndpointAccess, 'secretPath' | 'isGuarded'>): AccessLogFormat {
  const quoted = JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    sourceIp: '$context.identity.sourceIp',
    userAgent: '$context.identity.userAgent',
    method: '$context.httpMethod',
    ...(secretPath === undefined && { route: '$context.routeKey' }),
    status: '$context.status',
    responseMilliseconds: '$context.responseLatency',
    functionMilliseconds: '$context.integrationLatency',
    responseBytes: '$context.responseLength',
    error: '$context.error.message',
    functionError: '$context.integrationErrorMessage',
    ...(isGuarded && {
      caller: '$context.authorizer.caller',
      authorizerMilliseconds: '$context.authorizer.milliseconds',
      authorizerError: '$context.authorizer.error',
    }),
  });
  return AccessLogFormat.custom(quoted.replace(/"(\$context\.(status|responseLatency))"/g, '$1'));
}
