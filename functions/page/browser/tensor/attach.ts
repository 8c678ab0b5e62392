/** The form of models of tensors, one row per input; also for pipelines without their own form. */
import { elementCount, type TensorInfo } from '../../../inference/model/tensors.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { elementOf, make } from '../result/element.ts';
import { showSamples } from '../result/samples.ts';
import { sampleWith } from '../text/form.ts';
import { type JsonTensor, requestFrom, rowsOf, zeros } from './request.ts';

export function attachTensors(session: Session, { model }: Service): void {
  const form = elementOf('tensors', HTMLFormElement);
  const rows = model.inputs.map((info) => new InputRow(info));
  elementOf('inputs', HTMLElement).append(...rows.map(({ element }) => element));
  form.hidden = false;
  const prepare = async () =>
    sampleWith('application/json', JSON.stringify(requestFrom(rows.map((row) => row.read()))));
  const send = () => session.send([{ name: 'request', prepare }]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  form.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) void send();
  });
  showSamples(model, (sample) => {
    const { inputs = [] } = JSON.parse(new TextDecoder().decode(sample.bytes)) as { inputs?: JsonTensor[] };
    for (const row of rows) row.fill(inputs.find(({ name }) => name === row.info.name));
    void session.send([{ name: sample.name, prepare: async () => sample }]);
  });
}

/** The fields of one input: a number for each open dimension, and the elements. */
class InputRow {
  readonly info: TensorInfo;
  readonly element: HTMLElement;
  readonly #sizes = new Map<number, HTMLInputElement>();
  readonly #data = make('textarea', '');
  readonly #count = make('span', '');
  #zeros = '';

  constructor(info: TensorInfo) {
    const { name, datatype, shape } = info;
    this.info = info;
    const dimensions = shape.flatMap((size, index) => [
      ...(index > 0 ? [' × '] : []),
      size < 0 ? this.#sizeField(index) : `${size}`,
    ]);
    const open = make('div', 'shape', 'Shape', ...dimensions);
    open.hidden = this.#sizes.size === 0;
    this.#data.spellcheck = false;
    this.#resize();
    this.#data.rows = this.#data.value.length < 40 ? 2 : 6;
    this.element = make(
      'fieldset',
      'card',
      make('legend', '', make('b', '', name), ' ', make('span', 'small', typeOf(datatype, shape))),
      open,
      make('label', '', this.#count, this.#data),
    );
  }

  read(): { info: TensorInfo; shape: readonly number[]; data: string } {
    return { info: this.info, shape: this.#shape, data: this.#data.value };
  }

  fill(tensor: JsonTensor | undefined): void {
    if (!tensor) return;
    for (const [index, field] of this.#sizes) field.value = `${tensor.shape[index] ?? 1}`;
    this.#resize();
    this.#data.value = rowsOf(tensor.data, this.#shape);
  }

  get #shape(): readonly number[] {
    return this.info.shape.map((size, index) => (size < 0 ? Number(this.#sizes.get(index)?.value) : size));
  }

  #sizeField(index: number): HTMLInputElement {
    const field = make('input', '');
    Object.assign(field, { type: 'number', min: '1', value: '1', required: true });
    field.ariaLabel = `Dimension ${index + 1} of ${this.info.name}`;
    field.addEventListener('input', () => this.#resize());
    this.#sizes.set(index, field);
    return field;
  }

  /** Unchanged zeros follow the shape. */
  #resize(): void {
    const shape = this.#shape;
    this.#count.textContent = `Elements, row by row: ${elementCount(shape)}`;
    const isUntouched = this.#data.value === this.#zeros;
    this.#zeros = zeros(shape, this.info.datatype);
    if (isUntouched) this.#data.value = this.#zeros;
  }
}

/** Datatype and shape in a line: `FP32, any × 4`. */
export function typeOf(datatype: string, shape: readonly number[]): string {
  const sizes = shape.map((size) => (size < 0 ? 'any' : size)).join(' × ');
  return `${datatype}, ${sizes || 'one element'}`;
}
