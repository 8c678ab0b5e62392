/** The form of models of tensors, one row an input; also for pipelines that have no form of their own. */
import type { Sample } from '../../../inference/contracts/client.ts';
import type { TensorInfo } from '../../../inference/model/tensors.ts';
import type { Service } from '../request/service.ts';
import type { Session } from '../request/session.ts';
import { elementOf, make } from '../result/element.ts';
import { showSamples } from '../result/samples.ts';
import { type JsonTensor, requestFrom, requestOf, zeros } from './request.ts';

export function attachTensors(session: Session, { model }: Service): void {
  const form = elementOf('tensors', HTMLFormElement);
  const rows = model.inputs.map((info) => new InputRow(info));
  elementOf('inputs', HTMLElement).append(...rows.map(({ element }) => element));
  form.hidden = false;
  const send = () =>
    session.send([
      { name: 'request', prepare: async () => sampleOf(requestFrom(rows.map((row) => row.read()))) },
    ]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  form.addEventListener('keydown', ({ key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) void send();
  });
  showSamples(model, (sample) => {
    const { inputs = [] } = requestOf(sample.bytes);
    for (const row of rows) row.fill(inputs.find(({ name }) => name === row.info.name));
    void session.send([{ name: sample.name, prepare: async () => sample }]);
  });
}

/** The fields of one input; its shape is one where a dimension is open. */
class InputRow {
  readonly info: TensorInfo;
  readonly element: HTMLElement;
  readonly #shape = make('input', '');
  readonly #data = make('textarea', '');

  constructor(info: TensorInfo) {
    const { name, datatype, shape } = info;
    this.info = info;
    this.#shape.inputMode = 'numeric';
    this.#shape.autocomplete = 'off';
    this.#data.spellcheck = false;
    const { sizes, data } = zeros(info);
    this.#shape.value = sizes;
    this.#data.value = data;
    this.#data.rows = data.length < 40 ? 2 : 6;
    const open = make('label', '', 'Shape', this.#shape);
    open.hidden = !shape.includes(-1);
    this.element = make(
      'fieldset',
      'card',
      make('legend', '', make('b', '', name), ' ', make('span', 'small', typeOf(datatype, shape))),
      open,
      make('label', '', 'Elements, row by row', this.#data),
    );
  }

  read(): { info: TensorInfo; shape: string; data: string } {
    return { info: this.info, shape: this.#shape.value, data: this.#data.value };
  }

  fill(tensor: JsonTensor | undefined): void {
    if (!tensor) return;
    this.#shape.value = tensor.shape.join(', ');
    this.#data.value = JSON.stringify(tensor.data).replaceAll(',', ', ').slice(1, -1);
  }
}

/** Datatype and shape in a line: `FP32, any × 4`. */
export function typeOf(datatype: string, shape: readonly number[]): string {
  const sizes = shape.map((size) => (size < 0 ? 'any' : size)).join(' × ');
  return `${datatype}, ${sizes || 'one element'}`;
}

function sampleOf(request: object): Sample {
  return {
    name: 'request',
    label: undefined,
    mediaType: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(request)),
  };
}
