import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createMirrorStore } from './mirror-store.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

const hooks = ['post-checkout', 'post-index-change', 'post-merge', 'pre-auto-gc', 'pre-push', 'reference-transaction'];

describe('a mirror', () => {
  let repository: TestRepository;
  before(() => {
    repository = makeTestRepository();
  });
  after(() => repository.remove());

  test('doesn’t run hooks, or programs that a repository’s attributes or configuration select', async () => {
    const { folder, url, settings } = repository;
    const marks = join(folder, 'marks');
    mkdirSync(marks);
    const run = (name: string): string => `touch '${join(marks, name)}'; cat`;
    const attributes = '* filter=evil diff=evil merge=evil\n';
    const base = repository.commit({ '.gitattributes': attributes, 'a.mdx': 'a\n', 'b.mdx': 'b\n' });
    const mirror = createMirrorStore({ root: join(folder, 'mirrors'), settings }).open({ id: 'docs', url });
    await mirror.fetch();
    const hooksFolder = join(folder, 'mirrors', 'docs.git', 'hooks');
    mkdirSync(hooksFolder, { recursive: true });
    for (const name of hooks)
      writeFileSync(join(hooksFolder, name), `#!/bin/sh\n${run(name)} > /dev/null\n`, { mode: 0o755 });
    for (const [key, name] of [
      ['core.fsmonitor', 'monitor'],
      ['core.pager', 'pager'],
      ['core.sshCommand', 'ssh'],
      ['uploadpack.packObjectsHook', 'pack'],
    ] as const)
      repository.git('config', key, run(name));

    repository.commit({ '.gitattributes': `${attributes}# more\n`, 'a.mdx': 'changed\n' });
    await mirror.fetch();
    const head = await mirror.resolveRef('main');
    assert.equal(String(await mirror.readFile(head, 'a.mdx')), 'changed\n');
    const { patch } = await mirror.readPatch({ from: base, to: head });
    assert.match(patch, /^\+changed$/m);
    const author = { name: 'Docwright', email: 'bot@example.com' };
    const changes = [{ path: 'b.mdx', content: 'new\n' }];
    const made = await mirror.commitOverlay({ base: head, changes, message: 'docs: b\n', author, date: new Date(0) });
    assert.ok('sha' in made);
    await mirror.push({ branch: 'docwright/job', sha: made.sha, expected: null });
    assert.equal(repository.git('rev-parse', 'docwright/job'), made.sha);
    assert.deepEqual(readdirSync(marks), []);
  });
});
