import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/endpoint-access.ts';
import { HttpEndpoint } from '../../../lib/endpoint/http-endpoint.ts';
import type { HttpEndpointProps } from '../../../lib/endpoint/http-endpoint-props.ts';
import { createTestStack, manifests, routeKeys } from '../test-deployment.ts';
import { addressWith, onlyOne } from './address-support.ts';

const code = Code.fromInline('tested apart');
const domainName = 'digits.example.com';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1';
const certificateIn = (stack: Stack) => Certificate.fromCertificateArn(stack, 'Certificate', certificateArn);
const zoneIn = (stack: Stack) =>
  HostedZone.fromHostedZoneAttributes(stack, 'Zone', { hostedZoneId: 'Z123', zoneName: 'example.com' });

describe('an address with a name of its own', () => {
  const { template, httpEndpoint } = addressWith((stack) => ({
    domain: {
      domainName,
      certificate: certificateIn(stack),
      mutualTls: {
        bucket: Bucket.fromBucketName(stack, 'Bucket', 'trust'),
        key: 'callers.pem',
        version: '7',
      },
    },
  }));

  it('is that name, and the one at execute-api is switched off', () => {
    expect(httpEndpoint.url).toBe('https://digits.example.com');
    expect(onlyOne(template, 'AWS::ApiGatewayV2::Api').DisableExecuteApiEndpoint).toBe(true);
    template.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', { Stage: '$default' });
  });

  it('requires certificates of callers of the given authorities', () => {
    expect(onlyOne(template, 'AWS::ApiGatewayV2::DomainName')).toMatchObject({
      DomainName: domainName,
      DomainNameConfigurations: [
        { CertificateArn: certificateArn, EndpointType: 'REGIONAL', IpAddressType: 'dualstack' },
      ],
      MutualTlsAuthentication: { TruststoreUri: 's3://trust/callers.pem', TruststoreVersion: '7' },
    });
  });

  it('tells what a record elsewhere must lead to', () => {
    expect(httpEndpoint.domainTarget).toBeDefined();
    template.resourceCountIs('AWS::Route53::RecordSet', 0);
  });
});

describe('a name in Route 53', () => {
  const { template } = addressWith((stack) => ({ domain: { domainName, hostedZone: zoneIn(stack) } }));

  it('gets a certificate that is proved there, and records for IPv4 and IPv6', () => {
    expect(onlyOne(template, 'AWS::CertificateManager::Certificate')).toMatchObject({
      DomainName: domainName,
      DomainValidationOptions: [{ DomainName: domainName, HostedZoneId: 'Z123' }],
    });
    for (const Type of ['A', 'AAAA']) {
      template.hasResourceProperties('AWS::Route53::RecordSet', {
        Type,
        Name: 'digits.example.com.',
        AliasTarget: { HostedZoneId: { 'Fn::GetAtt': [Match.anyValue(), 'RegionalHostedZoneId'] } },
      });
    }
  });
});

describe('an address behind CloudFront', () => {
  const { template, httpEndpoint } = addressWith((stack) => ({
    access: EndpointAccess.apiKey({ code, allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] }),
    domain: { domainName, certificate: certificateIn(stack), hostedZone: zoneIn(stack) },
    edge: {},
  }));

  it('is CloudFront’s, over TLS only, and nothing is kept there', () => {
    expect(httpEndpoint.url).toBe('https://digits.example.com');
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [domainName],
        HttpVersion: 'http2and3',
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
        DefaultCacheBehavior: {
          AllowedMethods: Match.arrayWith(['POST']),
          // CachingDisabled and AllViewerExceptHostHeader, as AWS calls them.
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
          ViewerProtocolPolicy: 'https-only',
        },
      },
    });
  });

  it('cannot be walked around: the API requires a header that CloudFront alone can send', () => {
    const [secret] = Object.entries(template.findResources('AWS::SecretsManager::Secret')).find(
      ([, { Properties }]) => Properties.Description === 'What CloudFront sends along to the API',
    ) as [string, unknown];

    const { DistributionConfig } = onlyOne(template, 'AWS::CloudFront::Distribution') as {
      DistributionConfig: { Origins: [{ OriginCustomHeaders: unknown }] };
    };
    expect(DistributionConfig.Origins[0].OriginCustomHeaders).toEqual([
      {
        HeaderName: 'x-origin-verify',
        HeaderValue: {
          'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: secret }, ':SecretString:::}}']],
        },
      },
    ]);
    expect(onlyOne(template, 'AWS::Lambda::Function').Environment).toMatchObject({
      Variables: { ORIGIN_SECRET: { Ref: secret } },
    });
    expect(onlyOne(template, 'AWS::ApiGatewayV2::Authorizer').IdentitySource).toEqual([
      '$request.header.x-api-key',
      '$request.header.x-origin-verify',
    ]);
  });

  it('has a web ACL for allowed addresses, of both families, and a limit for each address', () => {
    const { Rules } = onlyOne(template, 'AWS::WAFv2::WebACL') as {
      Rules: { Name: string; Statement: object }[];
    };

    expect(Rules.map(({ Name }) => Name)).toEqual(['OnlyKnownAddresses', 'LimitPerAddress', 'BadAddresses']);
    expect(Rules[0]?.Statement).toMatchObject({
      NotStatement: { Statement: { OrStatement: { Statements: [{}, {}] } } },
    });
    template.hasResourceProperties('AWS::WAFv2::IPSet', {
      IPAddressVersion: 'IPV6',
      Addresses: ['2001:db8::/32'],
    });
    // There, API Gateway sees CloudFront's addresses only.
    expect(JSON.stringify(template.findResources('AWS::Lambda::Function'))).not.toContain(
      'ALLOWED_ADDRESSES',
    );
  });

  it('can only be deployed where AWS takes web ACLs of CloudFront', () => {
    expect(JSON.stringify(template.toJSON().Rules)).toContain('us-east-1');
    const elsewhere = new Stack(new App(), 'Elsewhere', { env: { region: 'eu-west-1' } });
    const access = EndpointAccess.open(undefined, { code });

    expect(() => new HttpEndpoint(elsewhere, 'Http', { access, edge: {} })).toThrow(
      'can only be made in us-east-1',
    );
  });

  it('can have a web ACL of one’s own, anywhere, and CloudFront’s own name', () => {
    const access = EndpointAccess.open(undefined, { code });
    const own = addressWith({ access, edge: { webAclArn } });

    own.template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: webAclArn },
    });
    own.template.resourceCountIs('AWS::WAFv2::WebACL', 0);
    expect(own.template.toJSON().Rules ?? {}).not.toHaveProperty('HttpEdgeOnlyInVirginia');
    expect(own.httpEndpoint.domainTarget).toBeUndefined();
  });
});

describe('an API that is somebody else’s', () => {
  it('can be shared by several endpoints: the routes that are taken are left alone', () => {
    const stack = createTestStack();
    const api = new HttpApi(stack, 'Api');
    const handler = LambdaFunction.fromFunctionName(stack, 'Handler', 'handler');
    const [first, second] = ['First', 'Second'].map((id) => new HttpEndpoint(stack, id, { api }));

    const urls = [first?.join(manifests.digits, handler), second?.join(manifests.weather, handler)];

    expect(urls).toEqual([api.apiEndpoint, `${api.apiEndpoint}/models/weather`]);
    const template = Template.fromStack(stack);
    template.resourceCountIs('AWS::ApiGatewayV2::Api', 1);
    expect(new Set(routeKeys(template)).size).toBe(routeKeys(template).length);
    expect(routeKeys(template)).toEqual(
      expect.arrayContaining(['GET /v2/models/digits', 'GET /v2/models/weather']),
    );
  });
});

describe('an address that cannot be', () => {
  it.each<[string, (stack: Stack) => HttpEndpointProps, string]>([
    [
      'a name without a certificate',
      () => ({ domain: { domainName } }),
      'needs a certificate, or the hostedZone',
    ],
    [
      'IAM behind CloudFront',
      () => ({ access: EndpointAccess.iam(), edge: { webAclArn } }),
      'bypass the web ACL',
    ],
    [
      'mutual TLS behind CloudFront',
      (stack) => ({
        domain: {
          domainName,
          mutualTls: { bucket: Bucket.fromBucketName(stack, 'Bucket', 'trust'), key: 'k' },
        },
        edge: { webAclArn },
      }),
      'mutualTls ends at API Gateway',
    ],
    [
      'allowed addresses beside a web ACL of one’s own',
      () => ({
        access: EndpointAccess.open(undefined, { allowedAddresses: ['10.0.0.0/8'] }),
        edge: { webAclArn },
      }),
      'allowedAddresses must stand in your own web ACL',
    ],
    [
      'a throttle for the API of somebody else',
      (stack) => ({ api: new HttpApi(stack, 'Api'), throttle: { rateLimit: 1 } }),
      'throttle must be given to the HttpApi',
    ],
    ['an address of no API', () => ({ apiAddress: 'https://api.example.com' }), 'give both'],
  ])('is refused: %s', (_, props, message) => {
    expect(() => addressWith(props)).toThrow(message);
  });
});
