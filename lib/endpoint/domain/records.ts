import { AaaaRecord, ARecord, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { EndpointDomainProps } from './domain-props.ts';

/** The records that lead from a name to a target; none where the name is kept elsewhere than in Route 53. */
export function addRecords(
  scope: Construct,
  { domainName, hostedZone: zone }: EndpointDomainProps,
  alias: IAliasRecordTarget,
): void {
  if (!zone) return;
  const record = { zone, recordName: `${domainName}.`, target: RecordTarget.fromAlias(alias) };
  new ARecord(scope, 'Record', record);
  new AaaaRecord(scope, 'RecordOfIpv6', record);
}
