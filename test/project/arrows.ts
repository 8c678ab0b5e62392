/** Which file of the project imports which: by its text, so that imports of types count as well. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDirectory } from '../../project/places.ts';

const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*'(\.{1,2}\/[^']+\.ts)'/gm;

/** Files below folders of the project by path, and the files that each imports. Paths have slashes. */
export function importsOf(folders: readonly string[]): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const folder of folders) {
    for (const name of readdirSync(path.join(projectDirectory, folder), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!name.endsWith('.ts') || name.includes('node_modules')) continue;
      const file = path.posix.join(folder, name.split(path.sep).join('/'));
      const text = readFileSync(path.join(projectDirectory, file), 'utf8');
      const imported = [...text.matchAll(IMPORT)].map(([, specifier = '']) =>
        path.posix.join(path.posix.dirname(file), specifier),
      );
      imports.set(file, imported);
    }
  }
  return imports;
}

/** The same arrows between rooms. @param roomOf undefined where a file belongs to none that is looked at */
export function betweenRooms(
  imports: ReadonlyMap<string, readonly string[]>,
  roomOf: (file: string) => string | undefined,
): Map<string, string[]> {
  const rooms = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const from = roomOf(file);
    if (from === undefined) continue;
    const into = rooms.get(from) ?? new Set();
    rooms.set(from, into);
    for (const to of imported.map(roomOf)) if (to !== undefined && to !== from) into.add(to);
  }
  return new Map([...rooms].map(([room, into]) => [room, [...into]]));
}

/** The first circle that is found, as its places in order; undefined where there is none. */
export function findCircle(arrows: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (place: string): string[] | undefined => {
    if (way.includes(place)) return [...way.slice(way.indexOf(place)), place];
    if (done.has(place)) return undefined;
    way.push(place);
    for (const next of arrows.get(place) ?? []) {
      const circle = walk(next);
      if (circle) return circle;
    }
    way.pop();
    done.add(place);
    return undefined;
  };
  for (const place of arrows.keys()) {
    const circle = walk(place);
    if (circle) return circle;
  }
  return undefined;
}
