/** Addresses of the service, also below a secret path and for the page at the model's own path. */
export type Addresses = ReturnType<typeof addressesOf>;

/** The path of the page, with or without a trailing slash. */
export function addressesOf(
  { origin, pathname }: Readonly<Record<'origin' | 'pathname', string>>,
  model: string,
) {
  const folder = pathname.replace(/\/$/, '');
  const place = placeOf(model);
  const root = folder.endsWith(place) ? folder.slice(0, -place.length) : folder;
  return {
    /** A route of the model, next to this page. */
    beside: (part: string) => `${origin}${folder}/${part}`,
    /** The page of a model of the same service. */
    pageOf: (other: string) => `${origin}${root}${placeOf(other)}/`,
    /**
     * Address of a request of the contract. A path that names the model belongs to it alone; another may belong to the first
     * model that has the contract.
     */
    requestTo: (path: string) => `${origin}${path.split('/').lastIndexOf(model) > 1 ? root : folder}${path}`,
  };
}

/** The path below which a model has all its addresses. */
const placeOf = (model: string) => `/models/${model}`;
