// Without this parser, no TypeScript would be read.
import '@swc/core';

/**
 * Each row names all rooms that its room may import, types included. The named rooms have later rows, so arrows point one way.
 * `npm run rooms` checks the imports.
 */
const PROJECT = {
  bin: 'bench cost evaluation functions layers lib load-tests local project model-repository test',
  bench: 'functions load-tests local project model-repository',
  'load-tests': 'functions local project model-repository',
  cost: 'lib project model-repository',
  lib: 'functions layers project model-repository',
  local: 'functions project model-repository',
  evaluation: 'functions project model-repository',
  'model-repository': 'functions layers project',
  package: 'layers project',
  layers: 'functions project',
  functions: '',
  project: '',
  test: '',
};

/** Rooms of `functions`. */
const FUNCTIONS = {
  'release-check': 'aws inference',
  documentation: 'inference page',
  page: 'inference',
  authorizer: 'aws',
  inference: 'aws',
  aws: '',
};

/** Rooms of `functions/inference`. */
const SERVICE = {
  service: 'cache contracts documentation ensemble information model pipelines problems telemetry',
  documentation: 'contracts information problems',
  information: 'cache contracts model problems telemetry',
  contracts: 'model pipelines problems telemetry',
  ensemble: 'model pipelines problems telemetry',
  pipelines: 'model problems telemetry',
  cache: 'problems telemetry',
  model: '',
  problems: '',
  telemetry: '',
};

export default {
  forbidden: [
    { name: 'no circle between files', severity: 'error', from: {}, to: { circular: true } },
    ...rulesOf(PROJECT, ''),
    ...rulesOf(FUNCTIONS, 'functions/'),
    ...rulesOf(SERVICE, 'functions/inference/'),
  ],
  options: {
    doNotFollow: '(^|/)node_modules/|^test/',
    exclude: '(^|/)node_modules/',
    // TypeScript 7 has no API for its syntax tree yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
  },
};

function rulesOf(table, folder) {
  const rooms = Object.keys(table);
  return rooms.map((room, row) => {
    const allowed = table[room].split(' ').filter(Boolean);
    const upward = allowed.filter((other) => rooms.indexOf(other) <= row);
    if (upward.length > 0) throw new Error(`${folder}${room} must not import ${upward}: its row comes later`);
    const others = rooms.filter((other) => other !== room && !allowed.includes(other));
    return {
      name: `${folder}${room} may import: ${allowed.join(', ') || 'nothing'}`,
      severity: 'error',
      from: { path: `^${folder}${room}/` },
      to: { path: `^${folder}(${others.join('|')})/` },
    };
  });
}
