/** What stands above and below everything: the task, the other tasks of the service, the way to the documentation. */
import type { Addresses } from '../asking/addresses.ts';
import type { PageTask } from '../asking/task.ts';
import { elementOf, make } from './element.ts';
import { introduction } from './words.ts';

export function showHeading(task: PageTask, { beside, pageOf }: Addresses): void {
  document.title = `${task.title} – Subsecond`;
  elementOf('title', HTMLElement).textContent = task.title;
  elementOf('hint', HTMLElement).textContent = introduction(task);
  elementOf('docs', HTMLAnchorElement).href = beside('docs');
  if (task.others.length === 0) return;
  const list = elementOf('others', HTMLUListElement);
  for (const { name, title } of task.others) {
    const link = make('a', '', title);
    link.href = pageOf(name);
    list.append(make('li', '', link));
  }
  elementOf('tasks', HTMLElement).hidden = false;
}
