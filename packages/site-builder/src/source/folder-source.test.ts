import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolderSource } from './folder-source.ts';

test('files and folders whose names aren’t UTF-8 aren’t part of a site, and symbolic links aren’t followed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-folder-'));
  try {
    const inFolder = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    mkdirSync(inFolder('caf\xe9'));
    for (const name of ['index.mdx', 'bad\xff.mdx', 'caf\xe9/page.mdx']) writeFileSync(inFolder(name), '# Page');
    symlinkSync('/etc/passwd', join(folder, 'link.mdx'));
    symlinkSync('.', join(folder, 'loop'));
    const source = createFolderSource(folder);
    assert.deepEqual(source.paths, ['index.mdx']);
    for (const path of source.paths) assert.equal(String(source.read(path)), '# Page');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
