import type { Mappings } from './resolve.ts';

/** A synthesised template, as far as creating it one by one needs it. */
export interface CloudTemplate {
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>;
  readonly Mappings?: Mappings;
  readonly Resources: Readonly<Record<string, CloudResource>>;
}

export interface CloudResource {
  readonly Type: string;
  readonly Properties?: object;
  readonly DependsOn?: string | readonly string[];
}

/** Every name of a `Ref`, `Fn::GetAtt` or `${…}` of `Fn::Sub` in a value. */
export function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'Fn::GetAtt') return [String(Array.isArray(inner) ? inner[0] : inner).split('.', 1)[0] ?? ''];
    if (key === 'Fn::Sub') {
      const [text, own] = Array.isArray(inner) ? inner : [inner, {}];
      const names = [...String(text).matchAll(/\$\{([^}!]+)\}/g)].map(
        ([, name = '']) => name.split('.', 1)[0] ?? '',
      );
      return [...names, ...namesIn(own)];
    }
    return namesIn(inner);
  });
}

/**
 * The ids of all resources, each after those that it names.
 *
 * @throws Error when two need each other
 */
export function creationOrder({ Resources }: CloudTemplate): string[] {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string, way: readonly string[]): void => {
    if (state.get(id) === 'done') return;
    if (state.get(id) === 'open')
      throw new Error(`These resources need each other: ${[...way, id].join(' → ')}.`);
    state.set(id, 'open');
    const { Properties, DependsOn = [] } = Resources[id] as CloudResource;
    const needed = [...[DependsOn].flat(), ...namesIn(Properties)].filter((name) =>
      Object.hasOwn(Resources, name),
    );
    for (const name of new Set(needed)) visit(name, [...way, id]);
    state.set(id, 'done');
    order.push(id);
  };
  for (const id of Object.keys(Resources)) visit(id, []);
  return order;
}
