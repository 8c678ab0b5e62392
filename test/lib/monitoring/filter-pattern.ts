/** A line of a log, as JSON. */
export type LogLine = Readonly<Record<string, string | number>>;

/** A comparison: `$.field = "text"`, `$.field > 1`, `$.field NOT EXISTS`. */
const COMPARISON = /\$\.(\w+) (?:(NOT EXISTS)|(!=|=|>=|>) ("[^"]*"|[\d.]+))/g;

/**
 * Whether a filter pattern of CloudWatch Logs picks a line: the part of its language for JSON that this project uses
 * (comparisons, `*` in texts, `NOT EXISTS`, `&&`, `||`, parentheses; a comparison with a field that is not there does not hold).
 *
 * @throws Error at what is not in this part
 */
export function matches(pattern: string, line: LogLine): boolean {
  // What is left has the meaning and the precedence that it has in JavaScript.
  const left = pattern.replace(COMPARISON, (_, field, absence, operator, literal) =>
    String(absence ? line[field] === undefined : compare(line[field], operator, literal)),
  );
  const [, condition] = /^\{((?:true|false|&&|\|\||[() ])+)\}$/.exec(left) ?? [];
  if (condition === undefined) throw new Error(`${pattern} is more than is known here.`);
  return new Function(`return ${condition}`)();
}

function compare(value: string | number | undefined, operator: string, literal: string): boolean {
  if (value === undefined) return false;
  if (operator === '=') return isLike(value, literal);
  if (operator === '!=') return !isLike(value, literal);
  if (typeof value !== 'number') return false;
  return operator === '>' ? value > Number(literal) : value >= Number(literal);
}

function isLike(value: string | number, literal: string): boolean {
  if (!literal.startsWith('"')) return value === Number(literal);
  const parts = literal
    .slice(1, -1)
    .split('*')
    .map((part) => part.replace(/[^\w ]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(String(value));
}
