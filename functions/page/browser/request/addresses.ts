/** Addresses of the service. The service may be below a secret path, and the page may be at the model's own path. */
export type Addresses = ReturnType<typeof addressesOf>;

/** Derives the addresses from the page's address, whose path may end with a slash. */
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
     * Address of a contract's request. At the root of the service, a path that does not name the model may belong to another
     * model with the same contract, so such a path begins at the page.
     */
    requestTo: (path: string) => `${origin}${path.split('/').lastIndexOf(model) > 1 ? root : folder}${path}`,
  };
}

/** The path below which a model has all its addresses. */
const placeOf = (model: string) => `/models/${model}`;
