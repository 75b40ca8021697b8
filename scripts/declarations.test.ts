import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  ambientMark,
  beginDeclarations,
  completeDeclarations,
  declarationsFolder,
  readDeclarations,
} from './declarations.ts';

describe('the declarations of a repository', () => {
  const root = mkdtempSync(join(tmpdir(), 'docwright-declarations-'));
  after(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const state = { settings: '1', files: { 'a.ts': '1', 'b.ts': '1', 'lib/c.mjs': '1', 'broken.ts': '1' } };
  for (const path of Object.keys(state.files)) write(path, '');
  write(`${declarationsFolder}/a.d.ts`, `export declare const a: import("./b.ts").B;\nexport * from 'typebox';\n`);
  write(`${declarationsFolder}/b.d.ts`, `declare module 'fastify' {}\n`);
  write(`${declarationsFolder}/lib/c.d.mts`, `import type { B } from "../b.ts";\n`);
  write(`${declarationsFolder}/broken.d.ts`, `export * from './nowhere.ts';\n`);
  write(`${declarationsFolder}/deleted.d.ts`, 'export {};\n');

  test('are used only for the sources that the compiler found correct', () => {
    assert.equal(readDeclarations(root, state), undefined);
    completeDeclarations(root, state);
    assert.equal(readDeclarations(root, { ...state, files: { ...state.files, 'a.ts': '2' } }), undefined);
    assert.ok(readDeclarations(root, state));
    beginDeclarations(root);
    assert.equal(readDeclarations(root, state), undefined);
  });

  test('name their imports; deleted files, and files with an unknown import, have no declarations', () => {
    completeDeclarations(root, state);
    const { digests, imports } = readDeclarations(root, state) ?? assert.fail('no declarations');
    assert.deepEqual(Object.keys(digests).sort(), ['a.ts', 'b.ts', 'lib/c.mjs']);
    const edges = imports.map(({ from, to }) => `${from} ${to}`).sort();
    assert.deepEqual(edges, ['a.ts b.ts', 'a.ts typebox', 'lib/c.mjs b.ts']);
    assert.ok(digests['b.ts']?.startsWith(ambientMark) && !digests['a.ts']?.startsWith(ambientMark));
  });
});
