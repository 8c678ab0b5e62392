/** Tables. */
import type { Explanation } from '../request/request.ts';
import { make } from './element.ts';
import { duration } from './words.ts';

export type Cell = Node | string;

/** @param columns headings; an empty list for a table without headings */
export function tableView(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  className = '',
): HTMLElement {
  const heads = columns.map((column) => {
    const head = make('th', '', column);
    head.scope = 'col';
    return head;
  });
  const head = heads.length > 0 ? [make('thead', '', make('tr', '', ...heads))] : [];
  const body = rows.map((cells) => make('tr', '', ...cells.map((cell) => make('td', '', cell))));
  return make('table', className, ...head, make('tbody', '', ...body));
}

/** A card that scrolls, also by keyboard, if its table is too wide. */
export function scrolled(label: string, ...children: readonly HTMLElement[]): HTMLElement {
  const card = make('div', 'card scrolled', ...children);
  card.tabIndex = 0;
  card.role = 'group';
  card.ariaLabel = label;
  return card;
}

/** The members that ran, if there are several. */
export function memberTable(members: Explanation['members']): HTMLElement[] {
  if (members.length < 2) return [];
  const rows = members.map(({ name, weight, milliseconds }) => [
    name,
    String(weight),
    duration(milliseconds),
  ]);
  return [make('h2', '', 'Members'), scrolled('Members', tableView(['Name', 'Weight', 'Time'], rows))];
}
