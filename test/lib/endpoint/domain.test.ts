import { App, Stack } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { EndpointAccess } from '../../../lib/endpoint/address/endpoint-access.ts';
import { HttpEndpoint } from '../../../lib/endpoint/address/http-endpoint.ts';
import type { HttpEndpointProps } from '../../../lib/endpoint/address/http-endpoint-props.ts';
import { addressWith } from '../test-deployment.ts';

const code = Code.fromInline('tested apart');
const domainName = 'digits.example.com';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/1';
const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32'];
const certificateIn = (stack: Stack) => Certificate.fromCertificateArn(stack, 'Certificate', certificateArn);
const zoneIn = (stack: Stack) =>
  HostedZone.fromHostedZoneAttributes(stack, 'Zone', { hostedZoneId: 'Z123', zoneName: 'example.com' });
const mutualTlsIn = (stack: Stack) => ({
  bucket: Bucket.fromBucketName(stack, 'Bucket', 'trust'),
  key: 'callers.pem',
  version: '7',
});

describe('an address with a name of its own', () => {
  const { fact, httpEndpoint } = addressWith((stack) => ({
    domain: { domainName, certificate: certificateIn(stack), mutualTls: mutualTlsIn(stack) },
  }));

  fact('disables the execute-api address', 'AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
  fact('leads to the API', 'AWS::ApiGatewayV2::ApiMapping', { Stage: '$default' });
  fact('requires certificates from the given authorities', 'AWS::ApiGatewayV2::DomainName', {
    DomainName: domainName,
    'DomainNameConfigurations.0.CertificateArn': certificateArn,
    'DomainNameConfigurations.0.IpAddressType': 'dualstack',
    MutualTlsAuthentication: { TruststoreUri: 's3://trust/callers.pem', TruststoreVersion: '7' },
  });
  fact('has no record if no zone is given', 'AWS::Route53::RecordSet', 0);

  it('has that name, and gives the target for a record elsewhere', () => {
    expect(httpEndpoint.url).toBe('https://digits.example.com');
    expect(httpEndpoint.domainTarget).toBeDefined();
  });
});

describe('a name in Route 53', () => {
  const { fact } = addressWith((stack) => ({ domain: { domainName, hostedZone: zoneIn(stack) } }));
  const target = { Name: `${domainName}.`, 'AliasTarget.HostedZoneId.Fn::GetAtt.1': 'RegionalHostedZoneId' };

  fact('gets a certificate that is validated there', 'AWS::CertificateManager::Certificate', {
    DomainName: domainName,
    'DomainValidationOptions.0': { DomainName: domainName, HostedZoneId: 'Z123' },
  });
  fact('gets a record for IPv4', 'AWS::Route53::RecordSet', { Type: 'A', ...target });
  fact('gets a record for IPv6', 'AWS::Route53::RecordSet', { Type: 'AAAA', ...target });
});

describe('an address behind CloudFront', () => {
  const access = EndpointAccess.open(undefined, { code });
  const address = addressWith((stack) => ({
    access: EndpointAccess.apiKey({ code, allowedAddresses }),
    domain: { domainName, certificate: certificateIn(stack), hostedZone: zoneIn(stack) },
    edge: {},
  }));
  const { fact } = address;
  const behaviour = 'DistributionConfig.DefaultCacheBehavior';
  const header = 'DistributionConfig.Origins.0.OriginCustomHeaders.0';
  const Properties = { Description: 'Value of the header by which the API recognises CloudFront' };
  const [secret] = Object.keys(address.findResources('AWS::SecretsManager::Secret', { Properties }));

  fact('is CloudFront’s, takes only TLS, and caches nothing', 'AWS::CloudFront::Distribution', {
    'DistributionConfig.Aliases': [domainName],
    'DistributionConfig.HttpVersion': 'http2and3',
    'DistributionConfig.ViewerCertificate.MinimumProtocolVersion': 'TLSv1.2_2021',
    [`${behaviour}.AllowedMethods`]: expect.arrayContaining(['POST']),
    // AWS's ids of the policies CachingDisabled and AllViewerExceptHostHeader.
    [`${behaviour}.CachePolicyId`]: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
    [`${behaviour}.OriginRequestPolicyId`]: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    [`${behaviour}.ViewerProtocolPolicy`]: 'https-only',
  });
  fact('sends a header that only CloudFront can send', 'AWS::CloudFront::Distribution', {
    [`${header}.HeaderName`]: 'x-origin-verify',
    [`${header}.HeaderValue.Fn::Join.1`]: expect.arrayContaining([{ Ref: secret }, ':SecretString:::}}']),
  });
  fact('gives the value of that header to the authorizer', 'AWS::Lambda::Function', {
    'Environment.Variables.ORIGIN_SECRET': { Ref: secret },
    // API Gateway sees CloudFront's addresses instead of the callers', so the authorizer cannot check those of callers.
    'Environment.Variables.ALLOWED_ADDRESSES': undefined,
  });
  fact('cannot be bypassed, because the API requires the header', 'AWS::ApiGatewayV2::Authorizer', {
    IdentitySource: ['$request.header.x-api-key', '$request.header.x-origin-verify'],
  });
  fact('allows IPv6', 'AWS::WAFv2::IPSet', { IPAddressVersion: 'IPV6', Addresses: ['2001:db8::/32'] });
  fact('has a web ACL for allowed addresses, and a limit for each address', 'AWS::WAFv2::WebACL', {
    'Rules.0.Name': 'OnlyKnownAddresses',
    'Rules.0.Statement.NotStatement.Statement.OrStatement.Statements.length': 2,
    'Rules.1.Name': 'LimitPerAddress',
    'Rules.2.Name': 'BadAddresses',
  });

  it('can only be deployed in the region of CloudFront’s web ACLs', () => {
    expect(address.httpEndpoint.url).toBe('https://digits.example.com');
    expect(JSON.stringify(address.toJSON().Rules)).toContain('us-east-1');
    const elsewhere = new Stack(new App(), 'Elsewhere', { env: { region: 'eu-west-1' } });
    const making = () => new HttpEndpoint(elsewhere, 'Http', { access, edge: {} });

    expect(making).toThrow('can only be made in us-east-1');
  });

  it('can have your own web ACL, in any region, and CloudFront’s own name', () => {
    const own = addressWith({ access, edge: { webAclArn } });

    const [distribution] = own.propertiesOf('AWS::CloudFront::Distribution');
    expect(distribution.DistributionConfig.WebACLId).toBe(webAclArn);
    own.resourceCountIs('AWS::WAFv2::WebACL', 0);
    expect(own.toJSON().Rules ?? {}).not.toHaveProperty('HttpEdgeOnlyInVirginia');
    expect(own.httpEndpoint.domainTarget).toBeUndefined();
  });
});

it.each<[string, (stack: Stack) => HttpEndpointProps, string]>([
  ['a name without a certificate', () => ({ domain: { domainName } }), 'needs a certificate, or the hosted'],
  ['IAM behind CloudFront', () => ({ access: EndpointAccess.iam(), edge: { webAclArn } }), 'bypass the web'],
  [
    'mutual TLS behind CloudFront',
    (stack) => ({ domain: { domainName, mutualTls: mutualTlsIn(stack) }, edge: { webAclArn } }),
    'mutualTls needs callers that connect to API Gateway itself',
  ],
  [
    'allowed addresses beside your own web ACL',
    () => ({ access: EndpointAccess.open(undefined, { allowedAddresses }), edge: { webAclArn } }),
    'allowedAddresses cannot be added to the web ACL of webAclArn',
  ],
  [
    'a throttle for an existing API',
    (stack) => ({ api: new HttpApi(stack, 'Api'), throttle: { rateLimit: 1 } }),
    'throttle must be left out: the HttpApi',
  ],
  ['apiAddress without api', () => ({ apiAddress: 'https://api.example.com' }), 'pass api, too'],
])('an address is refused that has %s', (_, props, message) => {
  expect(() => addressWith(props)).toThrow(message);
});
