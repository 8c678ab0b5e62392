import { BlockList, isIP } from 'node:net';

const SCHEMES = ['none', 'api-key'] as const;

/** Which requests an authorizer accepts. */
export interface Rules {
  readonly scheme: (typeof SCHEMES)[number];
  /** Networks from which requests may come; undefined: any address. */
  readonly addresses: BlockList | undefined;
}

/**
 * Reads an authorizer's environment variables.
 *
 * @throws Error that names the variable `SCHEME` if it is wrong, or the invalid block in `ALLOWED_ADDRESSES`
 */
export function readRules(environment: NodeJS.ProcessEnv): Rules {
  const scheme = SCHEMES.find((name) => name === environment.SCHEME);
  if (!scheme) throw new Error(`SCHEME must be one of ${SCHEMES.join(', ')}, not ${environment.SCHEME}.`);
  const { ALLOWED_ADDRESSES: allowed } = environment;
  return { scheme, addresses: allowed === undefined ? undefined : readBlocks(allowed) };
}

/**
 * Reads CIDR blocks, as in `203.0.113.0/24,2001:db8::/32`.
 *
 * @throws Error that names the invalid block
 */
export function readBlocks(text: string): BlockList {
  const blocks = new BlockList();
  for (const block of text.split(',')) {
    const [address = '', prefix = '', ...more] = block.split('/');
    const family = isIP(address);
    const longest = family === 6 ? 128 : 32;
    if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) {
      throw new Error(`${JSON.stringify(block)} is not a block of addresses such as 203.0.113.0/24.`);
    }
    blocks.addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
  }
  return blocks;
}

export function isWithin(blocks: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && blocks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
