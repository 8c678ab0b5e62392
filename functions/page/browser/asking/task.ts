/** The task that this page asks. The server put it in; the page itself is the same bytes for every task. */
import type { PageTask } from '../../../inference/information/page.ts';
import { elementOf } from '../shell/element.ts';

export type { PageTask };

export function readTask(): PageTask {
  return JSON.parse(elementOf('task', HTMLScriptElement).text);
}
