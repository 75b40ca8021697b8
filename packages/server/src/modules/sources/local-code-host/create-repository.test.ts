import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isRepositoryName } from './create-repository.ts';
import type { RepositorySeed } from './local-code-host.ts';
import { ORGANIZATION, startTestHost, OTHER_ORGANIZATION, type TestHost } from './testing/test-host.ts';
import { testRepositories, type TestRepositories } from './testing/test-repositories.ts';

describe('a new repository', () => {
  let world: TestHost;
  let repositories: TestRepositories;
  let folders = 0;
  before(async () => {
    world = await startTestHost({ maxSeedBytes: 1_000 });
    repositories = testRepositories(world);
  });
  after(() => world.close());

  const create = (name: string, seed: RepositorySeed = { kind: 'empty' }, defaultBranch?: string) =>
    world.host.createRepository({
      organizationId: ORGANIZATION,
      name,
      seed,
      ...(defaultBranch !== undefined && { defaultBranch }),
    });
  const onDisk = (): string[] => (existsSync(world.options.root) ? readdirSync(world.options.root).sort() : []);
  function folderOf(files: Readonly<Record<string, string>>): RepositorySeed & { readonly kind: 'folder' } {
    const folder = join(world.folder, `seed-${(folders += 1)}`);
    mkdirSync(folder);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return { kind: 'folder', folder, message: 'First' };
  }
  /** Asserts that a refusal leaves no row and no folder, and that the name stays available. */
  async function leavesNothing(name: string, work: () => Promise<unknown>, expected: object): Promise<void> {
    const before = onDisk();
    await assert.rejects(work(), expected);
    assert.deepEqual(onDisk(), before);
    assert.equal(await world.host.findRepository(ORGANIZATION, name), undefined);
  }

  for (const name of ['docs', 'a', '0', 'a.b', 'a-b_c', 'x'.repeat(80)])
    test(`can be named ${name.slice(0, 10)}`, () => assert.equal(isRepositoryName(name), true));

  for (const name of [
    '',
    '.',
    '..',
    'a..b',
    'a.git',
    'a.lock',
    'a.',
    '-a',
    '_a',
    'A',
    'é',
    'a/b',
    'a\\b',
    'a b',
    'a\n',
    'a\0',
    '@a',
    'x'.repeat(81),
  ])
    test(`can’t be named ${JSON.stringify(name.slice(0, 10))}`, async () => {
      assert.equal(isRepositoryName(name), false);
      const before = onDisk();
      await assert.rejects(create(name), { code: 'invalid-repository-name' });
      assert.deepEqual(onDisk(), before);
    });

  test('has a unique name within its organization, even if six are created at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => create('twins')));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results)
      if (result.status === 'rejected')
        assert.equal((result.reason as { code?: string }).code, 'repository-name-taken');
    assert.equal(onDisk().filter((name) => name.endsWith('.new')).length, 0);
    const theirs = await world.host.createRepository({
      organizationId: OTHER_ORGANIZATION,
      name: 'twins',
      seed: { kind: 'empty' },
    });
    assert.equal(theirs.name, 'twins');
    assert.equal(onDisk().length, 2, 'the refused requests left nothing on disk');
  });

  test('has the requested default branch', async () => {
    const repository = await create('trunk', folderOf({ 'a.mdx': 'a' }), 'trunk');
    assert.equal(repository.defaultBranch, 'trunk');
    assert.deepEqual([...(await repositories.mirrorOf(repository).fetch()).branches.keys()], ['trunk']);
  });

  for (const branch of ['--template=/tmp', 'a..b', 'a b', '', 'HEAD', 'x.lock', 'refs/heads/', 'a\0'])
    test(`can't have the default branch ${JSON.stringify(branch)}`, () =>
      leavesNothing('odd', () => create('odd', { kind: 'empty' }, branch), { code: 'invalid-ref-name' }));

  test('contains a folder’s regular files, without symbolic links, .git, and files that git can’t store', async () => {
    const seed = folderOf({ 'a.mdx': 'a', 'b/c.mdx': 'c', '.git/config': '[core]', 'b/.GIT/hooks/x': 'x' });
    symlinkSync('/etc/passwd', join(seed.folder, 'link.mdx'));
    symlinkSync('/etc', join(seed.folder, 'linked'));
    const mirror = repositories.mirrorOf(await create('files', seed));
    const head = (await mirror.fetch()).branches.get('main') ?? '';
    const { files } = await mirror.listFiles(head, '');
    assert.deepEqual(
      files.map(({ path }) => path),
      ['a.mdx', 'b/c.mdx'],
    );
  });

  test('has a default branch without commits if it is created from an empty folder', async () => {
    const repository = await create('nothing', folderOf({}));
    assert.equal(repository.defaultBranch, 'main');
    await assert.rejects(repositories.mirrorOf(repository).fetch(), { code: 'empty-repository' });
  });

  test('is not created from a folder that is too large or missing', async () => {
    const large = folderOf({ 'a.mdx': 'x'.repeat(600), 'b.mdx': 'x'.repeat(600) });
    await leavesNothing('large', () => create('large', large), {
      code: 'source-folder-unreadable',
      message: /is larger than 1000 bytes\./,
    });
    const missing = { kind: 'folder', folder: join(world.folder, 'nowhere'), message: 'x' } as const;
    await leavesNothing('missing', () => create('missing', missing), { code: 'source-folder-unreadable' });
    assert.equal((await create('large')).name, 'large', 'the name is free');
  });

  for (const url of [
    'file:///etc',
    'ext::sh -c id',
    '/etc',
    'https://user:secret@127.0.0.1/x.git',
    'http://169.254.169.254/x',
    'ssh://127.0.0.1/x',
    '--upload-pack=id',
    '',
  ])
    test(`can't be cloned from ${url}`, () =>
      leavesNothing(
        'cloned',
        () => create('cloned', { kind: 'clone', url }),
        (error: Error) => {
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      ));

  test('is deleted from disk without affecting another organization’s repository with the same name', async () => {
    const theirs = await world.host.createRepository({
      organizationId: OTHER_ORGANIZATION,
      name: 'mine',
      seed: { kind: 'empty' },
    });
    const ours = await create('mine');
    await world.host.deleteRepository(ORGANIZATION, 'mine');
    assert.deepEqual([onDisk().includes(`${ours.id}.git`), onDisk().includes(`${theirs.id}.git`)], [false, true]);
    await world.host.deleteRepository(ORGANIZATION, 'mine');
    assert.ok(
      onDisk().includes(`${theirs.id}.git`),
      'deleting it again succeeds, and deletes no other repository with that name',
    );
  });
});
