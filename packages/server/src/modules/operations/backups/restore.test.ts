import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { FileSystemStore, type BlobStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { connectDatabase, type Database } from '../../../platform/database/index.ts';
import { createGit, initBare, requireSuccess, resolveGitSettings, type Git } from '../../../platform/git/index.ts';
import { createJobEngine } from '../../../platform/job-engine/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { copyTemplateDatabase } from '../../../testing/template-database.ts';
import type { BackupManifest } from './manifest.ts';
import { openBackup, restoreBlobs, restoreQueue, restoreRepositories, restoreRows } from './restore-backup.ts';
import { writeBackup, type BackupDeps } from './write-backup.ts';

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Names that a shell, an option parser or a line reader would misinterpret. */
const hostileRefs = ['refs/heads/-x', 'refs/heads/$(touch)', 'refs/heads/a"b', 'refs/tags/ü', 'refs/notes/a'];

describe('a restore', () => {
  let root: string;
  let git: Git;
  let database: ModuleDatabase<never>;
  let blobs: BlobStore;
  let deps: BackupDeps;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-restore-'));
    for (const name of ['home', 'data', 'repositories', 'restored']) await mkdir(join(root, name));
    git = createGit(resolveGitSettings({ homeFolder: join(root, 'home'), localRoot: root }));
    database = await openModuleDatabase<never>();
    blobs = await openStore('blobs');
    await withEngine(database, async () => {
      for (const state of ['created', 'retry', 'active', 'completed', 'failed', 'cancelled']) {
        await database.pool.query(
          `INSERT INTO pgboss.job (name, data, state, started_on) VALUES ('things', jsonb_build_object('was', $1::text), $1::pgboss.job_state, now())`,
          [state],
        );
      }
    });
    await database.pool.query(
      `INSERT INTO local_repositories (id, organization_id, name, default_branch) VALUES ('repo_1', $1, 'docs', 'main')`,
      [HOME],
    );
    const gitDir = join(root, 'repositories', 'repo_1.git');
    await initBare(git, gitDir, 'main');
    await run(gitDir, ['hash-object', '-t', 'tree', '-w', '--stdin']);
    const first = await commit(gitDir, 'first');
    const second = await commit(gitDir, 'second', ['-p', first]);
    for (const ref of ['refs/heads/main', ...hostileRefs]) await run(gitDir, ['update-ref', ref, second]);
    await run(gitDir, ['update-ref', 'refs/pull/1/head', first]);
    await blobs.put('exports/org_home/p/e.tar.gz', Buffer.from('a bundle'), { contentType: 'application/gzip' });
    await database.pool.query(
      `INSERT INTO projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
       VALUES ('proj_1', $1, 'Docs', 'local:docs', 'main', '', 'cloud', 'm', '{}', false)`,
      [HOME],
    );
    await database.pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, progress, base_path, strict, blob_key, commit, sha256, size_bytes)
       VALUES ('exp_1', $1, 'proj_1', 'completed', 100, '', false, 'exports/org_home/p/e.tar.gz', 'c', 's', 1)`,
      [HOME],
    );
    deps = {
      pool: database.pool,
      blobs,
      git,
      repositoriesFolder: join(root, 'repositories'),
      dataDir: join(root, 'data'),
      clock: createFixedClock(new Date('2026-01-01T00:00:00Z')),
      generator: 'docwright test',
    };
  });
  after(async () => {
    await database.close();
    await rm(root, { recursive: true, force: true });
  });

  const openStore = (name: string) =>
    FileSystemStore.open({
      folder: join(root, name),
      linkBaseUrl: 'https://docs.example/downloads',
      linkSecrets: ['a secret of tests that signs links'],
    });
  const run = async (gitDir: string, args: readonly string[], input = '') => {
    const environment = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'Ada'],
        [`GIT_${who}_EMAIL`, 'ada@example.com'],
        [`GIT_${who}_DATE`, '1767225600 +0000'],
      ]),
    ) as Record<string, string>;
    return requireSuccess(await git.run({ gitDir, args, input, environment }), 'git')
      .stdout.toString()
      .trim();
  };
  const commit = (gitDir: string, message: string, parents: readonly string[] = []) =>
    run(gitDir, ['commit-tree', emptyTree, ...parents], message);
  const refsOf = (gitDir: string) => run(gitDir, ['for-each-ref', '--format=%(refname) %(objectname)']);
  const backUp = async (name: string): Promise<{ folder: string; manifest: BackupManifest }> => {
    const folder = join(root, name);
    await writeBackup(deps, { folder, withKeys: false });
    return { folder, manifest: await openBackup(folder) };
  };
  const withEngine = async (
    { pool, url }: Pick<ModuleDatabase<never>, 'pool' | 'url'>,
    work: () => Promise<void>,
  ): Promise<void> => {
    const engine = createJobEngine({ url, pool, log: createLogger({ level: 'silent' }) });
    engine.defineQueue('things', {});
    await engine.start();
    try {
      await work();
    } finally {
      await engine.stop();
    }
  };
  /** Opens an installation with the newest schema and no rows. */
  const withEmptyDatabase = async (work: (opened: Database<never> & { readonly url: string }) => Promise<void>) => {
    const copy = await copyTemplateDatabase();
    const opened = await connectDatabase<never>({ url: copy.url, poolSize: 3 });
    try {
      await work({ ...opened, url: copy.url });
    } finally {
      await opened.close();
      await copy.close();
    }
  };
  const countRules = async ({ pool }: Pick<Database<never>, 'pool'>) =>
    (await pool.query(`SELECT FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`)).rows
      .length;
  const namesOf = async ({ pool }: Pick<Database<never>, 'pool'>) =>
    (await pool.query<{ name: string }>('SELECT name FROM organizations ORDER BY 1')).rows.map(({ name }) => name);
  /** Runs work while the rows of a table differ from those in the backup. */
  const withRows = async (
    { folder, table, change }: { folder: string; table: string; change: (text: string) => string },
    work: () => Promise<void>,
  ) => {
    const path = join(folder, `database/${table}.jsonl.gz`);
    const written = await readFile(path);
    await writeFile(path, gzipSync(change(gunzipSync(written).toString())));
    await work();
    await writeFile(path, written);
  };

  test('restores each ref at its commit, even with a hostile name, and no other refs', async () => {
    const { folder, manifest } = await backUp('refs');
    await restoreRepositories(git, { root: join(root, 'restored'), folder }, manifest);
    const restored = join(root, 'restored', 'repo_1.git');
    const refs = await refsOf(restored);
    assert.equal(refs, await refsOf(join(root, 'repositories', 'repo_1.git')));
    assert.equal(refs.split('\n').length, hostileRefs.length + 2);
    assert.equal(await run(restored, ['log', '--format=%s', 'main']), 'second\nfirst');
    await run(restored, ['fsck', '--strict']);
  });

  test('creates no refs from a broken bundle', async () => {
    const { folder, manifest } = await backUp('broken-bundle');
    await truncate(join(folder, 'repositories/repo_1.bundle'), 40);
    const place = { root: join(root, 'restored-broken'), folder };
    await assert.rejects(restoreRepositories(git, place, manifest), { code: 'repository-unreadable' });
    assert.equal(await refsOf(join(place.root, 'repo_1.git')), '');
  });

  test('restores unfinished jobs, and a running job waits for its next attempt', async () => {
    const { folder, manifest } = await backUp('queue');
    assert.equal(manifest.queue.rows, 3);
    await withEmptyDatabase(async (opened) => {
      const rules = await countRules(opened);
      await restoreRows(opened.pool, folder, manifest);
      assert.ok(rules > 0);
      assert.equal(await countRules(opened), rules, 'foreign keys are restored');
      await withEngine(opened, () => restoreQueue(opened.pool, folder, manifest));
      const { rows } = await opened.pool.query<{ was: string; state: string }>(
        `SELECT data->>'was' AS was, state::text FROM pgboss.job WHERE name = 'things' ORDER BY 1`,
      );
      assert.deepEqual(rows, [
        { was: 'active', state: 'retry' },
        { was: 'created', state: 'created' },
        { was: 'retry', state: 'retry' },
      ]);
    });
  });

  test('restores events of days for which a new database has no partition, but no salts', async () => {
    await database.pool.query(`SELECT create_analytics_day('2026-01-01')`);
    await database.pool.query(
      `INSERT INTO analytics_events (project_id, at, id, kind, path, visitor, is_ai)
       VALUES ('proj_1', '2026-01-01T01:00:00Z', gen_random_uuid(), 'view', '/', decode(repeat('00', 16), 'hex'), false)`,
    );
    await database.pool.query(
      `INSERT INTO analytics_salts (day, salt) VALUES ('2026-01-01', decode(repeat('00', 32), 'hex'))`,
    );
    const { folder, manifest } = await backUp('events');
    await withEmptyDatabase(async (opened) => {
      await restoreRows(opened.pool, folder, manifest);
      const { rows } = await opened.pool.query(
        `SELECT (SELECT count(*)::int FROM analytics_events) AS events, (SELECT count(*)::int FROM analytics_salts) AS salts`,
      );
      assert.deepEqual(rows, [{ events: 1, salts: 0 }]);
    });
  });

  test('refuses a row that names a folder elsewhere, and restores nothing', async () => {
    const { folder, manifest } = await backUp('foreign');
    await withEmptyDatabase(async (opened) => {
      for (const id of ['../../../etc', '/tmp/x', 'repo_1\\n']) {
        const change = (text: string) => text.replace('"repo_1"', `"${id}"`);
        await withRows({ folder, table: 'public.local_repositories', change }, async () => {
          const refused = { code: 'backup-invalid', message: /a row refers to the repository/ };
          await assert.rejects(restoreRows(opened.pool, folder, manifest), refused, id);
        });
      }
      assert.deepEqual(await namesOf(opened), []);
    });
  });

  test('refuses orphaned, duplicate or truncated rows, and restores nothing', async () => {
    const damages: readonly (readonly [table: string, change: (text: string) => string])[] = [
      ['public.export_jobs', (text) => text.replace('"proj_1"', '"proj_2"')],
      ['public.projects', (text) => text + text],
      ['public.projects', (text) => text.slice(0, text.length / 2)],
      ['public.projects', () => '}]; DROP TABLE projects; --\n'],
    ];
    const { folder, manifest } = await backUp('damages');
    await withEmptyDatabase(async (opened) => {
      for (const [table, change] of damages) {
        await withRows({ folder, table, change }, () => assert.rejects(restoreRows(opened.pool, folder, manifest)));
        assert.deepEqual(await namesOf(opened), [], change.toString());
      }
      await restoreRows(opened.pool, folder, manifest);
      assert.deepEqual(await namesOf(opened), ['Home', 'Other'], 'complete rows are restored afterwards');
    });
  });

  test('restores no rows from a truncated file', async () => {
    const { folder, manifest } = await backUp('early-end');
    const path = join(folder, 'database/public.projects.jsonl.gz');
    await truncate(path, (await stat(path)).size - 6);
    await withEmptyDatabase(async (opened) => {
      await assert.rejects(restoreRows(opened.pool, folder, manifest));
      assert.deepEqual(await namesOf(opened), []);
    });
  });

  test('refuses a bundle that changed after it was compared', async () => {
    const { folder, manifest } = await backUp('changed');
    await writeFile(join(folder, 'blobs/exports/org_home/p/e.tar.gz'), 'another!');
    await assert.rejects(restoreBlobs(await openStore('restored-blobs'), folder, manifest), {
      code: 'backup-damaged',
      message: /changed while it was being read/,
    });
  });
});
