/** A third party's CDK app, which installs the package and brings its own table, domain and key. */

import { EndpointAccess, EnsembleEndpoint, HttpEndpoint, Model, RuntimeLayer } from '@subsecond-ml/subsecond';
import { App, Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { AttributeType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { HostedZone } from 'aws-cdk-lib/aws-route53';

const stack = new Stack(new App(), 'Shop', { env: { account: '123456789012', region: 'eu-west-1' } });
const key = new Key(stack, 'Key');
const table = new TableV2(stack, 'Responses', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  timeToLiveAttribute: 'expires',
  encryption: TableEncryptionV2.customerManagedKey(key),
});
const hostedZone = new HostedZone(stack, 'Zone', { zoneName: 'shop.example.com' });
const domainName = 'digits.shop.example.com';
const certificate = new Certificate(stack, 'Certificate', {
  domainName,
  validation: CertificateValidation.fromDns(hostedZone),
});
const httpEndpoint = new HttpEndpoint(stack, 'Http', {
  access: EndpointAccess.iam(),
  domain: { domainName, hostedZone, certificate },
  logEncryptionKey: key,
});
const runtimeLayer = new RuntimeLayer(stack, 'Runtime');
const shared = { httpEndpoint, table, runtimeLayer, logEncryptionKey: key };

for (const directory of ['./models/digits', './models/colours']) {
  const model = Model.fromDirectory(directory);
  new EnsembleEndpoint(stack, model.name, { ...shared, model });
}
