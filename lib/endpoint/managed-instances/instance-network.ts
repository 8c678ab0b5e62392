import { Fn } from 'aws-cdk-lib';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { acknowledge } from '../../acknowledge.ts';

/** As many as AWS starts instances, so that each has one of its own. */
const ZONES = 3;
const HTTPS = ec2.Port.tcp(443);

/**
 * The cheapest network that Managed Instances can work in without an address in the internet: isolated subnets, a gateway
 * endpoint for DynamoDB, which costs nothing, and interface endpoints for the services requested, in every zone.
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
      // By number: a stack for any account does not know the names.
      availabilityZones: Array.from({ length: ZONES }, (_, zone) => Fn.select(zone, Fn.getAzs())),
      subnetConfiguration: [{ name: 'Instances', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 23 }],
      gatewayEndpoints: { DynamoDb: { service: ec2.GatewayVpcEndpointAwsService.DYNAMODB } },
      // The group that nobody uses would take a function of its own to be emptied.
      restrictDefaultSecurityGroup: false,
    });
    this.#vpc = vpc as ec2.IVpc;
    this.subnets = vpc.isolatedSubnets;
    const group = new ec2.SecurityGroup(this, 'Instances', {
      vpc: this.#vpc,
      description: 'Managed Instances: HTTPS to AWS, nothing in',
      allowAllOutbound: false,
    });
    // DynamoDB has addresses of its own, which differ by region; there is no other way out of these subnets.
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
        'There is no way in or out but to endpoints of AWS, whose calls CloudTrail can record; flow logs would be paid for nothing.',
    });
  }

  /** Makes a service of AWS reachable, once. @param service as its name stands in addresses */
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
