import { expect, it } from 'vitest';
import { fitColumns, fitHelp } from '../../project/fit-columns.ts';

it('Lines fit 100 columns: longer ones are broken between words, and what follows is indented', () => {
  const [short, table] = ['a  b', 'x'.repeat(100)];
  const long = `  ${'word '.repeat(30)}end`;

  const lines = fitColumns([short, table, long].join('\n')).split('\n');

  expect(lines.slice(0, 2)).toEqual([short, table]);
  expect(lines.slice(2).map((line) => line.search(/\S/))).toEqual([2, 6]);
  expect(lines.every(({ length }) => length <= 100)).toBe(true);
  expect(lines.slice(2).join(' ').replaceAll(/ +/g, ' ')).toBe(long.replaceAll(/ +/g, ' '));
});

it('The rows of a Markdown table that is too wide become points of a list', () => {
  const table = (detail: string) =>
    `| check | result | late |\n|---|---|--:|\n| first | ${detail} | 2 |\n| right | passed | 0 |`;

  expect(fitColumns(table('failed'))).toBe(table('failed'));
  const points = fitColumns(`# FAIL\n\n${table(`${'word '.repeat(30)}end`)}\n\nReport`).split('\n');
  expect(points.map((line) => line.slice(0, 25))).toEqual([
    '# FAIL',
    '',
    '- first: word word word w',
    '    word word word word w',
    '- right: passed, late 0',
    '',
    'Report',
  ]);
});

it('A command between backticks stays in one line, however long it is', () => {
  const command = `\`npm start -- /${'folder/'.repeat(20)} --workers 1\``;

  expect(fitColumns(`Best: ${command} of all`).split('\n')).toContain(`    ${command}`);
});

it('The rest of a long line of a help text begins the next line of its paragraph, or a line below its description', () => {
  const words = (count: number) => 'word '.repeat(count).trim();
  const help = [
    `${words(30)}\nend`,
    `  --one <n>    ${words(30)}`,
    '  --two <n>    short',
    `- ${words(30)}`,
    '- next',
  ];

  const lines = fitHelp(help.join('\n')).split('\n');

  expect(lines.map((line) => line.search(/\w/))).toEqual([0, 0, 4, 15, 4, 2, 2, 2]);
  expect(lines[1]).toBe(`${words(10)} end`);
  expect(lines.every(({ length }) => length <= 100)).toBe(true);
  expect(lines.join(' ').split(/\s+/)).toEqual(help.join(' ').split(/\s+/));
});
