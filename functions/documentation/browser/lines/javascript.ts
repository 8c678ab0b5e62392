/** A request in JavaScript, with what Node and browsers have. */
import { TIMEOUT_SECONDS } from './python.ts';
import type { Recipe, Value, Written } from './recipe.ts';

const MADE = {
  id: 'crypto.randomUUID()',
  seconds: 'Math.floor(Date.now() / 1000)',
  'picture in base64': "picture.toString('base64')",
};

export function javascriptLines({ url, file, mediaType, recipe, predictionHeader }: Written): string {
  const headers = [`'content-type': '${mediaType}'`];
  if (recipe.form === 'binary') {
    headers.push("'inference-header-content-length': String(Buffer.byteLength(request))");
  }
  const printed = predictionHeader
    ? `decodeURIComponent(response.headers.get('${predictionHeader}') ?? ''), await response.text()`
    : 'await response.text()';
  return [
    ...(file ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...(file ? [`const picture = await readFile(${literal(file)});`] : []),
    ...body(recipe),
    `const response = await fetch(${literal(url)}, {`,
    "  method: 'POST',",
    `  headers: { ${headers.join(', ')} },`,
    '  body,',
    `  signal: AbortSignal.timeout(${TIMEOUT_SECONDS * 1000}),`,
    '});',
    `console.log(response.status, ${printed});`,
  ].join('\n');
}

function body(recipe: Recipe): string[] {
  switch (recipe.form) {
    case 'picture':
      return ['const body = picture;'];
    case 'text':
      return [`const body = ${literal(recipe.text)};`];
    case 'fields':
      return [
        'const body = JSON.stringify({',
        ...Object.entries(recipe.fields).map(([name, value]) => `  ${name}: ${written(value)},`),
        '});',
      ];
    case 'binary':
      return [
        'const request = JSON.stringify({',
        `  inputs: [{ name: ${literal(recipe.input)}, datatype: 'BYTES', shape: [1], parameters: { binary_data_size: 4 + picture.length } }],`,
        `  outputs: [{ name: ${literal(recipe.output)} }],`,
        '});',
        'const length = Buffer.alloc(4);',
        'length.writeUInt32LE(picture.length);',
        'const body = Buffer.concat([Buffer.from(request), length, picture]);',
      ];
  }
}

function written(value: Value): string {
  return 'made' in value ? MADE[value.made] : literal(value.json);
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
