import { Fn } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { acknowledge } from '../../acknowledge.ts';

/** Number of zones: one for each of the three instances that AWS starts. */
const ZONES = 3;
const HTTPS = ec2.Port.tcp(443);

/**
 * The cheapest network for Managed Instances without internet access: isolated subnets, a free gateway endpoint for
 * DynamoDB, and interface endpoints for requested services in every zone.
 */
export class InstanceNetwork extends Construct {
  readonly subnets: readonly ec2.ISubnet[];
  readonly securityGroups: readonly ec2.ISecurityGroup[];
  readonly #vpc: ec2.IVpc;
  readonly #endpoints: ec2.ISecurityGroup;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const vpc = new ec2.Vpc(this, 'Vpc', {
      ipAddresses: ec2.IpAddresses.cidr('10.0.0.0/20'),
      // Zones by number, because a stack for any account does not know their names.
      availabilityZones: Array.from({ length: ZONES }, (_, zone) => Fn.select(zone, Fn.getAzs())),
      subnetConfiguration: [{ name: 'Instances', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 23 }],
      gatewayEndpoints: { DynamoDb: { service: ec2.GatewayVpcEndpointAwsService.DYNAMODB } },
      // Restricting the default security group, which nothing uses, would need another Lambda function.
      restrictDefaultSecurityGroup: false,
    });
    this.#vpc = vpc as ec2.IVpc;
    this.subnets = vpc.isolatedSubnets;
    const group = new ec2.SecurityGroup(this, 'Instances', {
      vpc: this.#vpc,
      description: 'Managed Instances: HTTPS to AWS, nothing in',
      allowAllOutbound: false,
    });
    // The rule allows any address, because those of DynamoDB differ by region. These subnets can only reach the endpoints
    // anyway.
    group.addEgressRule(ec2.Peer.anyIpv4(), HTTPS, 'Endpoints of AWS');
    this.securityGroups = [group as ec2.ISecurityGroup];
    const endpoints = new ec2.SecurityGroup(this, 'Endpoints', {
      vpc: this.#vpc,
      description: 'Endpoints of AWS: HTTPS from Managed Instances',
      allowAllOutbound: false,
    });
    endpoints.addIngressRule(group, HTTPS, 'Managed Instances');
    this.#endpoints = endpoints as ec2.ISecurityGroup;
    acknowledge(vpc, {
      id: 'AwsSolutions-VPC7',
      reason:
        'The only way in or out leads to endpoints of AWS, whose calls CloudTrail can record, so flow logs would add nothing.',
    });
  }

  /** Makes an AWS service reachable, unless it already is. @param service its name in AWS's addresses, such as `ssm` */
  reach(id: string, service: string): void {
    if (this.node.tryFindChild(id)) return;
    new ec2.InterfaceVpcEndpoint(this, id, {
      vpc: this.#vpc,
      service: new ec2.InterfaceVpcEndpointAwsService(service),
      subnets: { subnets: [...this.subnets] },
      securityGroups: [this.#endpoints],
      open: false,
    });
  }
}
