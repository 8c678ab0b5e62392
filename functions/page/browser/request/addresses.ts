/** Addresses of the service, also below a secret path and for the page at the model's own path. */
export interface Addresses {
  /** A route of the model, beside this page. */
  beside(part: string): string;
  /** The page of a model of the same service. */
  pageOf(model: string): string;
  /** Address of a request of the contract. */
  requestTo(path: string): string;
}

/** The path of the page, with or without a trailing slash. */
export function addressesOf(
  { origin, pathname }: Readonly<Record<'origin' | 'pathname', string>>,
  model: string,
): Addresses {
  const folder = pathname.replace(/\/$/, '');
  const place = placeOf(model);
  const root = folder.endsWith(place) ? folder.slice(0, -place.length) : folder;
  return {
    beside: (part) => `${origin}${folder}/${part}`,
    pageOf: (other) => `${origin}${root}${placeOf(other)}/`,
    // A path that names the model belongs to it alone; another may belong to the first model that has the contract.
    requestTo: (path) => `${origin}${path.split('/').lastIndexOf(model) > 1 ? root : folder}${path}`,
  };
}

/** Below it, a model has all its addresses. */
const placeOf = (model: string) => `/models/${model}`;
