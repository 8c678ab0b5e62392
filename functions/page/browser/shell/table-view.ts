/** A table. */
import { make } from './element.ts';

export function tableView(
  columns: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
): HTMLElement {
  const head = make('tr', '', ...columns.map(columnHead));
  const body = rows.map((cells) => make('tr', '', ...cells.map((cell) => make('td', '', cell))));
  return make('table', 'card', make('thead', '', head), make('tbody', '', ...body));
}

function columnHead(column: string): HTMLElement {
  const head = make('th', '', column);
  head.scope = 'col';
  return head;
}
