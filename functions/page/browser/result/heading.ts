/** The head of the page: the model, other models of the service, the link to the API documentation. */
import type { PageTask } from '../../../inference/information/page.ts';
import type { Addresses } from '../request/addresses.ts';
import { elementOf, make } from './element.ts';
import { introduction } from './words.ts';

export function showHeading(task: PageTask, { beside, pageOf }: Addresses): void {
  document.title = `${task.title} – Subsecond`;
  elementOf('title', HTMLElement).textContent = task.title;
  elementOf('hint', HTMLElement).textContent = introduction(task);
  elementOf('docs', HTMLAnchorElement).href = beside('docs');
  if (task.others.length === 0) return;
  const links = task.others.map(({ name, title }) => {
    const link = make('a', '', title);
    link.href = pageOf(name);
    return make('li', '', link);
  });
  elementOf('others', HTMLUListElement).append(...links);
  elementOf('tasks', HTMLElement).hidden = false;
}
