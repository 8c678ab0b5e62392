/** One question to the service, and the same question again. */

/** How often a caller of the contract may repeat a question. */
const ATTEMPTS = 2;

/** What is asked, in the words of the contract. */
export interface Question {
  /** The request id: the same for every repetition. */
  readonly id: string;
  /** JPEG or PNG, in base64. */
  readonly image: string;
  readonly mediaType: string;
  readonly attemptsLeft: number;
}

export async function questionAbout(picture: Blob): Promise<Question> {
  const image = toBase64(new Uint8Array(await picture.arrayBuffer()));
  return { id: randomId(), image, mediaType: picture.type, attemptsLeft: ATTEMPTS };
}

/** The question with one attempt less, which is how the service knows it for a repetition. */
export function repeated(question: Question): Question {
  return { ...question, attemptsLeft: Math.max(0, question.attemptsLeft - 1) };
}

/** The body of the request. @param now seconds since 1970 */
export function bodyOf({ id, image, attemptsLeft }: Question, now: number): string {
  return JSON.stringify({ esun_uuid: id, esun_timestamp: now, image, retry: attemptsLeft });
}

/** A version 4 UUID. `crypto.randomUUID` is missing where a phone opens a machine in the same room: no https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hexadecimal = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hexadecimal.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
