/** A line of a log, as JSON. */
export type LogLine = Readonly<Record<string, string | number>>;

/**
 * Whether a filter pattern of CloudWatch Logs picks a line: the part of its language for JSON that this project uses
 * (comparisons, `*` in texts, `NOT EXISTS`, `&&`, `||`, parentheses; a comparison with a field that is not there does not hold).
 *
 * @throws Error at what is not in this part
 */
export function matches(pattern: string, line: LogLine): boolean {
  const tokens = pattern.match(/"[^"]*"|\$\.\w+|NOT EXISTS|&&|\|\||!=|>=|[(){}=>]|[\d.]+|\S+/g) ?? [];
  let at = 0;
  const take = (expected?: string): string => {
    const token = tokens[at++] ?? 'nothing';
    if (expected !== undefined && token !== expected)
      throw new Error(`${pattern}: ${token}, not ${expected}.`);
    return token;
  };
  take('{');
  const result = anyOf();
  take('}');
  return result;

  function anyOf(): boolean {
    let result = allOf();
    while (tokens[at] === '||') result = [take(), allOf()].at(-1) === true || result;
    return result;
  }

  function allOf(): boolean {
    let result = term();
    while (tokens[at] === '&&') result = [take(), term()].at(-1) === true && result;
    return result;
  }

  function term(): boolean {
    if (tokens[at] === '(') {
      take();
      const result = anyOf();
      take(')');
      return result;
    }
    const value = line[take().slice('$.'.length)];
    const operator = take();
    if (operator === 'NOT EXISTS') return value === undefined;
    const literal = take();
    return value !== undefined && compare(value, operator, literal);
  }

  function compare(value: string | number, operator: string, literal: string): boolean {
    if (operator === '=') return isLike(value, literal);
    if (operator === '!=') return !isLike(value, literal);
    if (!/^[\d.]+$/.test(literal)) throw new Error(`${pattern}: ${literal} is no number.`);
    if (typeof value !== 'number') return false;
    if (operator === '>') return value > Number(literal);
    if (operator === '>=') return value >= Number(literal);
    throw new Error(`${pattern}: ${operator} is unknown.`);
  }
}

function isLike(value: string | number, literal: string): boolean {
  if (!literal.startsWith('"')) return value === Number(literal);
  const parts = literal
    .slice(1, -1)
    .split('*')
    .map((part) => part.replace(/[^\w ]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(String(value));
}
