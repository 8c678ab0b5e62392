/** What is wrong with bytes that are no ONNX model. */
import { fieldsOf } from './protobuf.ts';

/** Every exporter begins with the field `ir_version`, a varint. */
const IR_VERSION = 1;

/** @returns what comes behind the name of the file: `is truncated: …` */
export function damageOf(bytes: Buffer): string {
  if (bytes.length === 0) return 'is empty';
  let fields = 0;
  try {
    for (const { number, wireType } of fieldsOf(bytes)) {
      if (fields === 0 && (number !== IR_VERSION || wireType !== 0)) return 'is no ONNX model';
      fields += 1;
    }
  } catch {
    if (fields > 0) return `is truncated: its ${bytes.length} bytes end within the model`;
  }
  return 'is no ONNX model';
}
