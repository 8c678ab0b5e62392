/** The history as comma-separated values (RFC 4180), for spreadsheets. */
import type { Certainty } from '../../../inference/model/manifest.ts';
import type { ExplainedResponse, InferenceRequest } from '../request/request.ts';
import { predictionOf } from './prediction.ts';

const COLUMNS = [
  'name',
  'prediction',
  'confidence',
  'certainty',
  'milliseconds',
  'cached',
  'members',
  'right',
  'label',
  'time',
  'request_id',
  'error',
];

/** As much of an entry as a line holds. */
export interface Line {
  readonly name: string;
  readonly request: InferenceRequest | undefined;
  readonly response: ExplainedResponse | undefined;
  readonly at: Date | undefined;
  readonly trouble: { readonly title: string; readonly message: string } | undefined;
  readonly doing: string | undefined;
  readonly right: boolean | undefined;
  readonly label: string | undefined;
}

export function toCsv(entries: readonly Line[], certainty: Certainty | undefined): string {
  const lines = entries.map((entry) => cells(entry, certainty));
  return [COLUMNS, ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function cells(entry: Line, certainty: Certainty | undefined): string[] {
  const { name, request, response, at, trouble, doing = '', right, label = '' } = entry;
  const error = trouble ? `${trouble.title}. ${trouble.message}` : doing;
  if (!response) return [name, ...COLUMNS.slice(2).map(() => ''), error];
  const { text, confidence, sureness = '', isCached } = predictionOf(response, certainty);
  return [
    name,
    text,
    String(confidence ?? ''),
    sureness,
    response.milliseconds.toFixed(1),
    yesOrNo(isCached),
    response.members,
    right === undefined ? '' : yesOrNo(right),
    label,
    at?.toISOString() ?? '',
    request?.id ?? '',
    error,
  ];
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function yesOrNo(yes: boolean): string {
  return yes ? 'yes' : 'no';
}
