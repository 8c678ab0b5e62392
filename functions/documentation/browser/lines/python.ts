/** A request in Python, with nothing but its standard library. */
import type { Recipe, Value, Written } from './recipe.ts';

/** Seconds that a program waits for its response. */
export const TIMEOUT_SECONDS = 10;

const MADE = {
  id: 'str(uuid.uuid4())',
  seconds: 'int(time.time())',
  'picture in base64': 'base64.b64encode(picture).decode()',
};

export function pythonLines({ url, file, mediaType, recipe, predictionHeader }: Written): string {
  const modules = ['urllib.error', ...(predictionHeader ? ['urllib.parse'] : []), 'urllib.request'];
  const headers = [`"content-type": "${mediaType}"`];
  if (recipe.form === 'binary') headers.push('"inference-header-content-length": str(len(request))');
  const text = 'reply.read().decode()';
  const shown = predictionHeader
    ? `urllib.parse.unquote(reply.headers["${predictionHeader}"]), ${text}`
    : text;
  return [
    `import ${[...modulesOf(recipe), ...modules].join(', ')}`,
    '',
    ...(file ? [`picture = open(${literal(file)}, "rb").read()`] : []),
    ...body(recipe),
    `request = urllib.request.Request(${literal(url)}, body, {${headers.join(', ')}})`,
    'try:',
    `    with urllib.request.urlopen(request, timeout=${TIMEOUT_SECONDS}) as reply:`,
    `        print(${shown})`,
    'except urllib.error.HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ].join('\n');
}

function modulesOf(recipe: Recipe): string[] {
  if (recipe.form === 'binary') return ['json'];
  if (recipe.form !== 'fields') return [];
  const made = Object.values(recipe.fields).flatMap((value) => ('made' in value ? [value.made] : []));
  return [...(made.includes('picture in base64') ? ['base64'] : []), 'json', 'time', 'uuid'];
}

function body(recipe: Recipe): string[] {
  switch (recipe.form) {
    case 'picture':
      return ['body = picture'];
    case 'text':
      // Three double quotes in a row are in no JSON, and a raw string leaves its backslashes alone.
      return [`body = r"""${recipe.text}""".encode()`];
    case 'fields':
      return [
        'request = {',
        ...Object.entries(recipe.fields).map(([name, value]) => `    "${name}": ${written(value)},`),
        '}',
        'body = json.dumps(request).encode()',
      ];
    case 'binary':
      return [
        'request = json.dumps({',
        `    "inputs": [{"name": ${literal(recipe.input)}, "datatype": "BYTES", "shape": [1],`,
        '                "parameters": {"binary_data_size": 4 + len(picture)}}],',
        `    "outputs": [{"name": ${literal(recipe.output)}}],`,
        '}).encode()',
        'body = request + len(picture).to_bytes(4, "little") + picture',
      ];
  }
}

/** Texts, numbers and lists of them are written in Python as in JSON. */
function written(value: Value): string {
  return 'made' in value ? MADE[value.made] : literal(value.json);
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
