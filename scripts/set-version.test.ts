import assert from 'node:assert/strict';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setVersion } from './set-version.ts';

const root = dirname(import.meta.dirname);

test('a new version replaces the old version in every package, the lockfile, the charts and the manual', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-version-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const paths = globSync(
    [
      'package.json',
      'package-lock.json',
      'packages/*/package.json',
      'deploy/helm/*/*.yaml',
      'README.md',
      'docs/deploy/*.mdx',
    ],
    { cwd: root },
  );
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  setVersion(folder, '9.8.7-rc.1');
  const lines = (of: string, path: string) => readFileSync(join(of, path), 'utf8').split('\n');
  const { version } = JSON.parse(lines(root, 'package.json').join('\n')) as { readonly version: string };
  let changed = 0;
  for (const path of paths) {
    const old = lines(root, path);
    lines(folder, path).forEach((line, index) => {
      const before = old[index] ?? '';
      if (line === before) return;
      changed += 1;
      assert.equal(line, before.replaceAll(version, '9.8.7-rc.1'), `${path}:${index + 1}`);
    });
  }
  assert.ok(changed > 100, `${changed} lines`);
  for (const path of paths.filter((one) => one.endsWith('.json')))
    for (const line of lines(folder, path))
      assert.doesNotMatch(line, /"@docwright\/[a-z-]+": "(?!9\.8\.7-rc\.1")\d/, path);
  setVersion(folder, version);
  for (const path of paths) assert.deepEqual(lines(folder, path), lines(root, path), path);
});
