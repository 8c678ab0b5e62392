/** A CDK app of somebody else, with a table and a key of its own, who installs the package. */
import { App, Stack } from 'aws-cdk-lib';
import { AttributeType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { EndpointAccess, EnsembleEndpoint, HttpEndpoint, RuntimeLayer, Task } from 'subsecond';

const stack = new Stack(new App(), 'Shop', { env: { account: '123456789012', region: 'eu-west-1' } });
const table = new TableV2(stack, 'Answers', {
  partitionKey: { name: 'id', type: AttributeType.STRING },
  timeToLiveAttribute: 'expires',
  encryption: TableEncryptionV2.customerManagedKey(new Key(stack, 'Key')),
});
const httpEndpoint = new HttpEndpoint(stack, 'Http', { access: EndpointAccess.iam() });
const shared = { httpEndpoint, table, runtimeLayer: new RuntimeLayer(stack, 'Runtime') };

for (const directory of ['./models/digits', './models/colours']) {
  const task = Task.fromDirectory(directory);
  new EnsembleEndpoint(stack, task.name, { ...shared, task });
}
