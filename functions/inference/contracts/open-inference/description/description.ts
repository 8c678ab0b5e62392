/** This contract's part of the OpenAPI description. */
import { answerHeaders } from '../../../documentation/describe.ts';
import type { ContractDescription, TaskInfo } from '../../contract.ts';
import { HEADER_LENGTH } from '../infer/request-body.ts';
import { information, modelPaths } from '../information/routes.ts';
import { exampleFor } from './example.ts';
import { reference, schemas } from './schemas.ts';

type Part = Readonly<Record<string, unknown>>;

const LENGTH = 'Bytes of JSON before the binary data, where there are any.';

export function describeContract(task: TaskInfo): ContractDescription {
  const paths: Record<string, Part> = {};
  for (const { method, path, summary, schema } of information(task)) {
    paths[path] = {
      [method.toLowerCase()]: { summary, responses: responses(content('application/json', schema)) },
    };
  }
  for (const path of modelPaths(task)) paths[`${path}/infer`] = { post: inference(task) };
  return { paths, schemas, example: exampleFor(task) };
}

function inference({ title, hint }: TaskInfo): Part {
  return {
    summary: `The answer of ${title}`,
    description: [hint, 'Tensors are JSON, or binary data behind it (Triton: binary tensor data extension).']
      .filter(Boolean)
      .join(' '),
    parameters: [parameter(HEADER_LENGTH, LENGTH, { type: 'integer', minimum: 0 })],
    requestBody: {
      required: true,
      content: {
        ...content('application/json', 'Request'),
        ...content('application/octet-stream', 'Request'),
      },
    },
    responses: responses(
      { ...content('application/json', 'Reply'), ...content('application/octet-stream', 'Reply') },
      {
        ...answerHeaders(),
        [HEADER_LENGTH]: { description: LENGTH, schema: { type: 'integer', minimum: 0 } },
      },
    ),
  };
}

function parameter(name: string, description: string, schema: Part): Part {
  return { in: 'header', name, description, schema };
}

function responses(success: Part, headers?: Part): Part {
  const error = content('application/json', 'Error');
  return {
    200: { description: 'Answered', content: success, ...(headers ? { headers } : {}) },
    '4XX': { description: 'The request is wrong; the error says what would be right.', content: error },
    '5XX': { description: 'The service failed.', content: error },
  };
}

function content(mediaType: string, schema: string): Part {
  return { [mediaType]: { schema: reference(schema) } };
}
