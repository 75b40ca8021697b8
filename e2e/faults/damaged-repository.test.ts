import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createMirrorStore, type Mirror } from '../../packages/server/src/platform/git/index.ts';
import {
  loadRepository,
  saveRepository,
} from '../../packages/server/src/modules/operations/backups/copy-repository.ts';
import { commitToRepository } from '../../packages/server/src/modules/sources/repositories/commit-to-repository.ts';
import { toJobFailure } from '../../packages/server/src/modules/sources/repositories/to-job-failure.ts';
import type { LocalRepository } from '../../packages/server/src/modules/sources/local-code-host/index.ts';
import {
  KEYS,
  ORGANIZATION,
  startTestHost,
  type TestHost,
} from '../../packages/server/src/modules/sources/local-code-host/testing/test-host.ts';

const garbage = 'not what git wrote\n';
/** Parts of a bare repository, and ways in which they can be damaged. */
const damages: Readonly<Record<string, (gitDir: string) => Promise<unknown>>> = {
  'the folder is missing': (gitDir) => rm(gitDir, { recursive: true }),
  'HEAD is missing': (gitDir) => rm(join(gitDir, 'HEAD')),
  'HEAD is empty': (gitDir) => truncate(join(gitDir, 'HEAD'), 0),
  'HEAD is garbage': (gitDir) => writeFile(join(gitDir, 'HEAD'), garbage),
  'HEAD is a folder': async (gitDir) => {
    await rm(join(gitDir, 'HEAD'));
    await mkdir(join(gitDir, 'HEAD'));
  },
  'config is garbage': (gitDir) => writeFile(join(gitDir, 'config'), '[core\nx'),
  'the branch is garbage': (gitDir) => writeFile(join(gitDir, 'refs/heads/main'), garbage),
  'the branch is empty': (gitDir) => writeFile(join(gitDir, 'refs/heads/main'), ''),
  'the branch names a missing commit': (gitDir) => writeFile(join(gitDir, 'refs/heads/main'), `${'ab'.repeat(20)}\n`),
  'another branch is garbage': (gitDir) => writeFile(join(gitDir, 'refs/heads/other'), garbage),
  'packed-refs is garbage': (gitDir) => writeFile(join(gitDir, 'packed-refs'), garbage),
  'refs is missing': (gitDir) => rm(join(gitDir, 'refs'), { recursive: true }),
  'objects is missing': (gitDir) => rm(join(gitDir, 'objects'), { recursive: true }),
  'all objects are missing': async (gitDir) => {
    await rm(join(gitDir, 'objects'), { recursive: true });
    await mkdir(join(gitDir, 'objects'));
  },
  'an object is truncated': (gitDir) => eachObject(gitDir, (path) => truncate(path, 3)),
  'an object is garbage': (gitDir) => eachObject(gitDir, (path) => writeFile(path, garbage)),
};

async function eachObject(gitDir: string, change: (path: string) => Promise<unknown>): Promise<void> {
  const entries = await readdir(join(gitDir, 'objects'), { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      await rm(path, { force: true, recursive: true });
      await writeFile(path, '1234567890');
      await change(path);
    }
}

/** Damage that doesn't prevent commits to the branch or responses to pushes. */
const harmless = new Set(['another branch is garbage', 'HEAD is garbage', 'HEAD is empty']);

describe('a damaged repository', () => {
  let world: TestHost;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docwright-damaged-'));
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site', 'index.mdx'), '# Home\n');
    world = await startTestHost();
  });
  after(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  const make = (name: string): Promise<LocalRepository> =>
    world.host.createRepository({
      organizationId: ORGANIZATION,
      name,
      seed: { kind: 'folder', folder: join(folder, 'site'), message: 'Begin' },
    });
  const gitDirOf = (repository: LocalRepository): string => join(world.options.root, `${repository.id}.git`);
  const author = { organizationId: ORGANIZATION, actor: { kind: 'system', id: '', name: 'Ada' } } as const;
  const commit = (repository: LocalRepository) => {
    const body = {
      message: 'Change',
      files: [{ path: 'index.mdx', content: `${Math.random()}\n`, encoding: 'utf8' as const }],
    };
    return commitToRepository(world.host, repository, { author: author as never, body: body as never });
  };
  const open = (repository: LocalRepository, name: string): Mirror =>
    createMirrorStore({ root: join(folder, 'mirrors'), settings: world.gitSettings }).open({
      id: name,
      url: world.host.connect(repository).gitAccess.url,
    });

  for (const [index, [title, damage]] of Object.entries(damages).entries()) {
    test(`${title}: commits, jobs and backups report harmful damage, a neighbor is backed up, and a backup restores the repository`, async () => {
      const repository = await make(`damaged-${index}`);
      const gitDir = gitDirOf(repository);
      await damage(gitDir);

      const committed = await commit(repository).then(
        () => 'committed' as const,
        (error: Error & { readonly code: string }) => error,
      );
      if (!harmless.has(title)) {
        assert.ok(committed !== 'committed', 'nothing was committed');
        assert.equal(committed.code, 'repository_damaged', title);
        assert.match(committed.message, /is damaged on the service's disk: /);
        assert.ok(!committed.message.includes(world.options.root), 'no path of this machine is shown');

        const failed = await open(repository, `mirror-${index}`)
          .fetch({ branches: ['main'] })
          .then(
            () => assert.fail('fetched'),
            (error: unknown) => toJobFailure(error as never),
          );
        assert.deepEqual([failed.code, failed.retryable], ['repository_damaged', false], failed.message);
      }

      const saved = await saveRepository(world.options.git, { root: world.options.root, id: repository.id, folder });
      if (committed !== 'committed' || title === 'another branch is garbage') assert.ok('damage' in saved, title);
      const neighbor = await make(`neighbor-${index}`);
      const other = await saveRepository(world.options.git, { root: world.options.root, id: neighbor.id, folder });
      assert.ok('bundle' in other && other.bundle !== undefined);

      // Recovery from the folder of an older backup.
      await rm(gitDir, { recursive: true, force: true });
      await loadRepository(world.options.git, { root: world.options.root, folder }, { ...other, id: repository.id });
      assert.equal((await commit(repository)).changedFiles, 1);
      assert.equal(await readFile(join(gitDir, 'HEAD'), 'utf8'), 'ref: refs/heads/main\n');
    });
  }

  test('git clients receive the cause even if git itself ends without a message', async () => {
    const repository = await make('for-clients');
    await rm(join(gitDirOf(repository), 'HEAD'));
    const answer = await fetch(`${world.host.cloneUrl(repository)}/info/refs?service=git-upload-pack`, {
      headers: { authorization: `Bearer ${KEYS.reader}` },
    });
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /damaged on the service's disk: its file HEAD is missing/);
  });

  test('the errors of an intact repository are unchanged', async () => {
    const repository = await make('intact');
    await assert.rejects(open(repository, 'intact').fetch({ branches: ['nowhere'] }), { code: 'branch-not-found' });
    const empty = await world.host.createRepository({
      organizationId: ORGANIZATION,
      name: 'empty',
      seed: { kind: 'empty' },
    });
    await assert.rejects(open(empty, 'empty').fetch(), { code: 'empty-repository' });
  });
});
