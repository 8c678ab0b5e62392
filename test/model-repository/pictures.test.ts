import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../support/new-folder.ts';
import { made, stranger } from './support.ts';

const TINY_VISION = join(import.meta.dirname, '../fixtures/tiny-vision');

/** A folder as exporters write it. @param beside files of JSON, by their names */
function exported(file: string, beside: Readonly<Record<string, object>> = {}): string {
  const folder = newFolder();
  copyFileSync(file, join(folder, 'model.onnx'));
  if (existsSync(`${file}.data`)) copyFileSync(`${file}.data`, join(folder, `${basename(file)}.data`));
  for (const [name, content] of Object.entries(beside))
    writeFileSync(join(folder, name), JSON.stringify(content));
  return folder;
}
const tiny = (name: string) => join(TINY_VISION, `${name}.onnx`);
const architecture = (name: string) => ({ 'config.json': { architectures: [name] } });
/** Three numbers of an output whose name tells nothing. */
const LINEAR = stranger('colours.onnx');

describe('A model of pictures gives', () => {
  it.each([
    ['embeddings, as its output says', tiny('embeds'), {}, [], 'image-feature-extraction'],
    ['embeddings, as the states of its tokens say', tiny('tokens'), {}, [], 'image-feature-extraction'],
    ['embeddings, as config.json says', LINEAR, architecture('Dinov2Model'), [], 'image-feature-extraction'],
    [
      'labels, as config.json says',
      LINEAR,
      architecture('ViTForImageClassification'),
      [],
      'image-classification',
    ],
    ['labels, as an option says', tiny('embeds'), {}, ['--scores', 'logits'], 'image-classification'],
    [
      'embeddings, as an option says',
      LINEAR,
      {},
      ['--pipeline', 'image-feature-extraction'],
      'image-feature-extraction',
    ],
  ])('%s', async (_, file, beside, options, pipeline) => {
    expect((await made(exported(file, beside), ...options)).manifest.pipeline).toBe(pipeline);
  });

  it('labels where nothing tells, and the report says how to have embeddings', async () => {
    const { manifest, output } = await made(LINEAR);

    expect(manifest).toMatchObject({ pipeline: 'image-classification', labels: { count: 3 } });
    expect(output).toMatch(
      /if "linear" is an embedding and no scores, say --pipeline image-feature-extraction/,
    );
  });
});
