/** The head of the page, with the model, the other models of the service, and the link to the API documentation. */
import type { PageModel } from '../../../inference/information/page.ts';
import type { Addresses } from '../request/addresses.ts';
import { elementOf, make } from './element.ts';
import { introduction } from './words.ts';

export function showHeading(model: PageModel, { beside, pageOf }: Addresses): void {
  document.title = `${model.title} – Subsecond`;
  elementOf('title', HTMLElement).textContent = model.title;
  elementOf('hint', HTMLElement).textContent = introduction(model);
  elementOf('each', HTMLElement).hidden = model.members === 1;
  elementOf('docs', HTMLAnchorElement).href = beside('docs');
  if (model.others.length === 0) return;
  const links = model.others.map(({ name, title }) => {
    const link = make('a', '', title);
    link.href = pageOf(name);
    return make('li', '', link);
  });
  elementOf('others', HTMLUListElement).append(...links);
  elementOf('models', HTMLElement).hidden = false;
}
