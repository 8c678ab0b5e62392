import { Names } from 'aws-cdk-lib';
import { CfnIPSet, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** Properties of a {@link WebAcl}. */
export interface WebAclProps {
  /** Requests that one address may send in five minutes. */
  readonly requestsPerAddress: number;
  /**
   * Blocks of addresses from which callers may come.
   * @default - all
   */
  readonly allowedAddresses?: readonly string[];
}

/**
 * Rules before a CloudFront distribution. AWS's rules that look into bodies are left out on purpose: they stop at 8 KB,
 * and take pictures for attacks.
 */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { requestsPerAddress, allowedAddresses }: WebAclProps) {
    super(scope, id);
    const rules = [
      ...(allowedAddresses ? [this.onlyFrom(allowedAddresses)] : []),
      {
        name: 'LimitPerAddress',
        action: { block: {} },
        statement: { rateBasedStatement: { limit: requestsPerAddress, aggregateKeyType: 'IP' } },
      },
      {
        name: 'BadAddresses',
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
        },
      },
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(Names.uniqueResourceName(this, { maxLength: 100 })),
      rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
    });
    this.arn = acl.attrArn;
  }

  /** Refuses whoever is in none of the blocks. A set of addresses is of one family. */
  private onlyFrom(blocks: readonly string[]): Pick<CfnWebACL.RuleProperty, 'name' | 'action' | 'statement'> {
    const families = [
      { version: 'IPV4', addresses: blocks.filter((block) => !block.includes(':')) },
      { version: 'IPV6', addresses: blocks.filter((block) => block.includes(':')) },
    ];
    const known = families.flatMap(({ version, addresses }) => {
      if (addresses.length === 0) return [];
      const set = new CfnIPSet(this, version, { scope: 'CLOUDFRONT', ipAddressVersion: version, addresses });
      return [{ ipSetReferenceStatement: { arn: set.attrArn } }];
    });
    const [first, second] = known;
    const statement = second ? { orStatement: { statements: known } } : first;
    return {
      name: 'OnlyKnownAddresses',
      action: { block: {} },
      statement: { notStatement: { statement: statement as CfnWebACL.StatementProperty } },
    };
  }
}

function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName };
}
