import { expect, test } from 'vitest';
import { betweenRooms, findCircle, importsOf } from './arrows.ts';

const ROOMS = [
  'bench',
  'bin',
  'codec',
  'cost',
  'evaluation',
  'functions',
  'layers',
  'lib',
  'load-tests',
  'local',
  'package',
  'project',
  'tasks',
];
const imports = importsOf(ROOMS);
const SERVICE = 'functions/inference/';

/** Folder within `functions/inference`; files beside the folders stand above them all. */
const roomOfService = (file: string) => {
  const [room, ...within] = file.startsWith(SERVICE) ? file.slice(SERVICE.length).split('/') : [];
  return within.length > 0 ? room : undefined;
};
const roomOfProject = (file: string) => file.split('/')[0];

test('finds files and their imports, types included', () => {
  expect(imports.get('functions/inference/service/app.ts')).toContain(
    'functions/inference/contracts/http.ts',
  );
  expect(imports.size).toBeGreaterThan(500);
});

test('finds a circle where there is one', () => {
  const arrows = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(findCircle(arrows)).toEqual(['b', 'c', 'b']);
});

test('files import each other in one direction', () => {
  expect(findCircle(imports)).toBeUndefined();
});

test('rooms of the service import each other in one direction', () => {
  expect(findCircle(betweenRooms(imports, roomOfService))).toBeUndefined();
});

test('rooms of the project import each other in one direction', () => {
  expect(findCircle(betweenRooms(imports, roomOfProject))).toBeUndefined();
});
