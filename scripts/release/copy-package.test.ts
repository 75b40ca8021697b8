import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { copyPackages } from './copy-package.ts';
import { listFiles } from './write-tarball.ts';

describe('copying installed packages', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'docwright-copy-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const install = (path: string, dependencies: Readonly<Record<string, string>> = {}, files = ['index.js']): void => {
    const name = path.split('node_modules/').at(-1);
    for (const file of files) {
      mkdirSync(dirname(join(folder, 'from', path, file)), { recursive: true });
      writeFileSync(join(folder, 'from', path, file), file);
    }
    const content = { name, version: '1.0.0', type: 'module', scripts: { install: 'x' }, dependencies };
    writeFileSync(join(folder, 'from', path, 'package.json'), JSON.stringify(content));
  };
  const copy = (packages: Parameters<typeof copyPackages>[0]): string[] =>
    copyPackages(packages, join(folder, 'from'), join(folder, 'to')).map(({ path }) => path);

  test('includes dependencies at the same paths, and the nearest of two versions', () => {
    install('node_modules/a', { b: '^1', '@s/c': '^1', '@types/d': '^1' });
    install('node_modules/b', {}, ['outer.js']);
    install('node_modules/a/node_modules/b', {}, ['inner.js']);
    install('node_modules/@s/c', { b: '^1' });
    assert.deepEqual(copy({ a: {} }).sort(), [
      'node_modules/@s/c',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/b',
    ]);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'to/node_modules/a/package.json'), 'utf8')) as {
      dependencies: object;
    };
    assert.deepEqual(dependencies, { '@s/c': '1.0.0', b: '1.0.0' });
  });

  test('leaves out declarations, source maps and documentation, but not licenses or selected files', () => {
    const files = ['index.js', 'index.d.ts', 'index.js.map', 'docs/a.js', 'README.md', 'LICENSE.md', 'a/data.ttf'];
    install('node_modules/a', {}, files);
    install('node_modules/b', { missing: '1' }, files);
    copy({ a: {}, b: { files: /^a\// } });
    assert.deepEqual(listFiles(join(folder, 'to')), [
      'node_modules/a/LICENSE.md',
      'node_modules/a/a/data.ttf',
      'node_modules/a/index.js',
      'node_modules/a/package.json',
      'node_modules/b/LICENSE.md',
      'node_modules/b/a/data.ttf',
      'node_modules/b/package.json',
    ]);
  });

  test('fails if a package or a dependency is missing', () => {
    install('node_modules/a', { missing: '1' });
    assert.throws(() => copy({ a: {} }), /its dependency missing is not installed/);
    assert.throws(() => copy({ none: {} }), /none is not installed/);
  });
});
