/** Several answers as a table: what, which, how sure, how long, and whether it was right. */
import { inLanguage, make } from '../shell/element.ts';
import { tableView } from '../shell/table-view.ts';
import { duration } from '../shell/words.ts';
import type { Line } from './csv.ts';
import { markButtons } from './marks.ts';
import type { Row } from './row.ts';
import type { Rows } from './rows.ts';

const COLUMNS = ['Name', 'Answer', 'How sure', 'Time', 'Models', 'Right?'];

/** @param language of the answers, where it is known */
export function answerTable(lines: readonly Line[], rows: Rows, language: string | undefined): HTMLElement {
  return tableView(
    COLUMNS,
    lines.map((line) => ('id' in line ? answered(line) : [line.name, line.trouble, '', '', '', ''])),
  );

  function answered(row: Row): (Node | string)[] {
    const { id, name, answer, rejected, sureness = '', milliseconds, remembered, members } = row;
    const said = rejected ? 'none' : inLanguage(make('span', '', answer), language);
    const time = `${duration(milliseconds)}${remembered ? ', remembered' : ''}`;
    return [name, said, sureness, time, members, markButtons(row, (right) => rows.mark(id, right))];
  }
}
