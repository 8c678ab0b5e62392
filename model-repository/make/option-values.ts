/** Readers of option values. Each collects its complaints, so that one message names everything that is wrong. */

export class OptionReader {
  readonly wrong: string[] = [];
  readonly #values: Readonly<Record<string, string | undefined>>;

  constructor(values: Readonly<Record<string, string | undefined>>) {
    this.#values = values;
  }

  text(option: string, pattern?: RegExp, expected = 'a text'): string | undefined {
    const value = this.#values[option];
    if (value !== undefined && (value === '' || (pattern && !pattern.test(value)))) {
      this.#complain(option, expected);
    }
    return value;
  }

  choice<Choice extends string>(option: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.#values[option];
    if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined;
    return this.#complain(option, choices.join(', '));
  }

  count(option: string): number | undefined {
    const value = this.#values[option];
    if (value === undefined) return undefined;
    if (!/^[1-9]\d{0,8}$/.test(value)) return this.#complain(option, 'a whole number above 0');
    return Number(value);
  }

  /** One number. */
  number(option: string, above = Number.NEGATIVE_INFINITY): number | undefined {
    const numbers = this.numbers(option, above);
    if (numbers === undefined || numbers.length === 1) return numbers?.[0];
    return this.#complain(option, 'one number');
  }

  /** Numbers and fractions such as 1/255, with commas between them. */
  numbers(option: string, above = Number.NEGATIVE_INFINITY): number[] | undefined {
    const value = this.#values[option];
    if (value === undefined) return undefined;
    const numbers = value.split(',').map(readNumber);
    if (numbers.every((number) => Number.isFinite(number) && number > above)) return numbers;
    const bound = above === Number.NEGATIVE_INFINITY ? '' : ` above ${above}`;
    return this.#complain(option, `numbers${bound} with commas between them, such as 0.5,1/255`);
  }

  list(option: string): string[] | undefined {
    return this.#values[option]?.split(',').map((entry) => entry.trim());
  }

  /** `name=1,128;other=1,3`: shapes by name. */
  shapes(option: string): Record<string, number[]> | undefined {
    const value = this.#values[option];
    if (value === undefined) return undefined;
    const shapes: Record<string, number[]> = {};
    for (const entry of value.split(';')) {
      const [, name = '', sizes] = /^(.+)=(\d+(?:,\d+)*)$/.exec(entry.trim()) ?? [];
      if (sizes === undefined) {
        return this.#complain(option, 'name=sizes, such as tokens=1,128;mask=1,128');
      }
      shapes[name] = sizes.split(',').map(Number);
    }
    return shapes;
  }

  /** `label=threshold`. */
  reject(option: string): { answer: string; threshold: number } | undefined {
    const value = this.#values[option];
    if (value === undefined) return undefined;
    const [, label, threshold] = /^(.+)=([\d.]+)$/.exec(value) ?? [];
    if (label === undefined || !(Number(threshold) >= 0 && Number(threshold) <= 1)) {
      return this.#complain(option, 'label=threshold with a threshold from 0 to 1, such as unknown=0.5');
    }
    return { answer: label, threshold: Number(threshold) };
  }

  #complain(option: string, expected: string): undefined {
    this.wrong.push(`--${option} must be ${expected}, got "${this.#values[option]}"`);
  }
}

function readNumber(text: string): number {
  const [numerator, denominator, more] = text.trim().split('/');
  if (numerator === '' || denominator === '' || more !== undefined) return Number.NaN;
  return Number(numerator) / Number(denominator ?? 1);
}
