/** What a created resource is known by. */
export interface Created {
  /** What `Ref` gives. */
  readonly reference: string;
  /** What `Fn::GetAtt` gives, by name. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What names stand for: pseudo parameters, parameters, and resources that have been created. */
export interface Names {
  readonly values: Readonly<Record<string, unknown>>;
  readonly resources: ReadonlyMap<string, Created>;
  /** The template's tables, for `Fn::FindInMap`. */
  readonly mappings: Mappings;
}

/** Values by table, row and column. */
export type Mappings = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/**
 * A value with every intrinsic function of CloudFormation worked out.
 *
 * @throws Error that names the function, the name or the attribute that cannot be
 */
export function resolve(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, names)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const [[key, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && (key === 'Ref' || key.startsWith('Fn::')))
    return resolveFunction(key, inner, names);
  const entries = Object.entries(value).map(([name, item]) => [name, resolve(item, names)]);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function resolveFunction(name: string, inner: unknown, names: Names): unknown {
  if (name === 'Ref') return lookUp(String(inner), names);
  if (name === 'Fn::GetAtt') {
    const [id, ...attribute] = Array.isArray(inner) ? inner.map(String) : String(inner).split('.');
    return attributeOf(id ?? '', attribute.join('.'), names);
  }
  if (name === 'Fn::Sub') return substitute(inner, names);
  // Of whatever region: the mock's.
  if (name === 'Fn::GetAZs') return ['us-east-1a', 'us-east-1b', 'us-east-1c'];
  const given = resolve(inner, names) as unknown[];
  if (name === 'Fn::Join') return (given[1] as unknown[]).join(String(given[0]));
  if (name === 'Fn::Split') return String(given[1]).split(String(given[0]));
  if (name === 'Fn::Select') return (given[1] as unknown[])[Number(given[0])];
  if (name === 'Fn::FindInMap') {
    const [table, row, column] = given.map(String);
    return names.mappings[table ?? '']?.[row ?? '']?.[column ?? ''];
  }
  throw new Error(`${name} is not among the functions that are worked out here.`);
}

function substitute(inner: unknown, names: Names): string {
  const [text, own] = Array.isArray(inner) ? inner : [inner, {}];
  const values = { ...names.values, ...(resolve(own, names) as object) };
  return String(text).replace(/\$\{([^}!]+)\}/g, (_, name: string) => {
    const [id = '', ...attribute] = name.split('.');
    const found =
      attribute.length > 0 ? attributeOf(id, attribute.join('.'), names) : lookUp(id, { ...names, values });
    return String(found);
  });
}

function lookUp(name: string, { values, resources }: Names): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  const created = resources.get(name);
  if (created) return created.reference;
  throw new Error(`${name} has not been created.`);
}

function attributeOf(id: string, attribute: string, { resources }: Names): unknown {
  const created = resources.get(id);
  if (!created) throw new Error(`${id} has not been created.`);
  const value = created.attributes[attribute];
  if (value === undefined) throw new Error(`${id} has been created without the attribute ${attribute}.`);
  return value;
}
