/** The form for models of tensors, with one row per input. Pipelines without their own form use it, too. */
import type { Sample } from '../../../inference/contracts/client.ts';
import { elementCount, type TensorInfo } from '../../../inference/model/tensors.ts';
import { attachIntake } from '../image/intake.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { elementOf, make } from '../result/element.ts';
import { showSamples } from '../result/samples.ts';
import { sampleWith } from '../text/form.ts';
import { normalisationsOf, pictureWords, takesPicture } from './from-picture.ts';
import { tensorOf } from './read-picture.ts';
import { type Field, type JsonTensor, requestFrom, rowsOf, zeros } from './request.ts';

export function attachTensors(session: Session, { model }: Service): void {
  const form = elementOf('tensors', HTMLFormElement);
  const rows = model.inputs.map((info) => new InputRow(info));
  const pictured = rows.find(({ info }) => takesPicture(info));
  elementOf('inputs', HTMLElement).append(...rows.map(({ element }) => element));
  form.hidden = false;
  const read = () => rows.map((row) => row.read());
  if (pictured) attachPictures(session, pictured, read);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void session.send([{ name: 'request', prepare: async () => sampleOf(read()) }]);
  });
  form.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) form.requestSubmit();
  });
  showSamples(model, (sample) => {
    const { inputs = [] } = JSON.parse(new TextDecoder().decode(sample.bytes)) as { inputs?: JsonTensor[] };
    for (const row of rows) row.fill(inputs.find(({ name }) => name === row.info.name));
    void session.send([{ name: sample.name, prepare: async () => sample }]);
  });
}

function sampleOf(fields: readonly Field[]): Sample {
  return sampleWith('application/json', JSON.stringify(requestFrom(fields)));
}

/** Sends one request for each picture that the user adds: the picture's tensor replaces the elements of this row. */
function attachPictures(session: Session, { info, element }: InputRow, read: () => Field[]): void {
  const normalisation = make('select', '', ...normalisationsOf(info).map((name) => new Option(name)));
  element.append(make('label', '', pictureWords(info), normalisation));
  elementOf('drop', HTMLElement).hidden = false;
  attachIntake((pictures) => {
    const fields = read();
    const { value } = normalisation;
    const prepare = async (file: File) =>
      sampleOf(
        await Promise.all(
          fields.map(async (field) =>
            field.info === info ? { info, ...(await tensorOf(file, field.shape, value)) } : field,
          ),
        ),
      );
    void session.send(pictures.map((file) => ({ name: file.name, prepare: () => prepare(file) })));
  });
}

/** The form fields of one input tensor: the size of each dimension that the model leaves open, and the tensor's elements. */
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
    const open = make('div', 'shape', make('span', '', 'Shape'), ...dimensions);
    open.hidden = this.#sizes.size === 0;
    this.#data.spellcheck = false;
    this.#data.placeholder = 'Empty: zeros';
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

  read(): Field {
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
    // The first dimension is the batch, whose default is 1. The defaults of other dimensions are unknown.
    Object.assign(field, { type: 'number', min: '1', value: index === 0 ? '1' : '', required: true });
    field.ariaLabel = `Dimension ${index + 1} of ${this.info.name}`;
    field.addEventListener('input', () => this.#resize());
    this.#sizes.set(index, field);
    return field;
  }

  /** Zeros that the user has not changed are adapted to the shape. */
  #resize(): void {
    const shape = this.#shape;
    const count = elementCount(shape);
    this.#count.textContent = `Elements, row by row${count > 0 ? `: ${count}` : ''}`;
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
