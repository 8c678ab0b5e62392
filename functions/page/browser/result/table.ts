/** A table. */
import { make } from './element.ts';

export type Cell = Node | string;

/** @param columns their heads; none: it has no head */
export function tableView(columns: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement {
  const heads = columns.map((column) => {
    const head = make('th', '', column);
    head.scope = 'col';
    return head;
  });
  const head = heads.length > 0 ? [make('thead', '', make('tr', '', ...heads))] : [];
  const body = rows.map((cells) => make('tr', '', ...cells.map((cell) => make('td', '', cell))));
  return make('table', '', ...head, make('tbody', '', ...body));
}
