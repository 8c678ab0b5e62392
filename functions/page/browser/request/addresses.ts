/** Addresses of the service. The service may be below a secret path, and the page may be at the model's own path. */
export type Addresses = ReturnType<typeof addressesOf>;

/** Derives the addresses from the page's address, whose path may end with a slash. */
export function addressesOf(
  { origin, pathname }: Readonly<Record<'origin' | 'pathname', string>>,
  model: string,
) {
  const folder = pathname.replace(/\/$/, '');
  const ownPath = pathOf(model);
  const root = folder.endsWith(ownPath) ? folder.slice(0, -ownPath.length) : folder;
  return {
    /** A route of the model, next to this page. */
    beside: (part: string) => `${origin}${folder}/${part}`,
    /** The page of a model of the same service. */
    pageOf: (other: string) => `${origin}${root}${pathOf(other)}/`,
    /**
     * Address of a contract's request. A path that names the model after its first segment, such as `/predictions/<model>`, is
     * appended to the root of the service. Any other path is appended to the page's path, because at the root it may belong to
     * another model with the same contract.
     */
    requestTo: (path: string) => `${origin}${path.split('/').lastIndexOf(model) > 1 ? root : folder}${path}`,
  };
}

/** Path of a model's page. Contracts' addresses that do not name the model lie below this path. */
const pathOf = (model: string) => `/models/${model}`;
