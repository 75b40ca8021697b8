import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FileSystemStore, type BlobStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { connectDatabase } from '../../../platform/database/index.ts';
import { createGit, initBare, resolveGitSettings, type Git } from '../../../platform/git/index.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { copyTemplateDatabase } from '../../../testing/template-database.ts';
import {
  openBackup,
  requireEmptyDatabase,
  requireEmptyFolder,
  restoreBlobs,
  restoreKeys,
  restoreRepositories,
  restoreRows,
} from './restore-backup.ts';
import { writeBackup, type BackupDeps } from './write-backup.ts';

const blobKey = 'exports/org_home/proj_1/exp_1.tar.gz';
const hostile = `O'Brien "quoted"\t\u2028 line \\ end`;

describe('a backup', () => {
  let root: string;
  let git: Git;
  let database: ModuleDatabase<never>;
  let blobs: BlobStore;
  let deps: BackupDeps;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-backups-'));
    for (const name of ['home', 'data', 'repositories']) await mkdir(join(root, name));
    git = createGit(resolveGitSettings({ homeFolder: join(root, 'home'), localRoot: join(root, 'repositories') }));
    database = await openModuleDatabase<never>();
    blobs = await openStore('blobs');
    await database.pool.query('UPDATE organizations SET name = $1 WHERE id = $2', [hostile, HOME]);
    await database.pool.query(
      `INSERT INTO projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
       VALUES ('proj_1', $1, 'Docs', 'local:docs', 'main', '', 'cloud', 'm', '{}', false)`,
      [HOME],
    );
    await database.pool.query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, progress, base_path, strict, blob_key, commit, sha256, size_bytes)
       SELECT 'exp_' || n, $1, 'proj_1', 'completed', 100, '', false, 'exports/org_home/proj_1/exp_' || n || '.tar.gz', 'c', 's', 1
       FROM generate_series(1, 2) n`,
      [HOME],
    );
    await database.pool.query(`
      INSERT INTO project_assistant_settings (project_id, organization_id, enabled, model, instructions, retention_days)
      VALUES ('proj_1', 'org_home', true, 'project', 'Be brief.', 90);
      INSERT INTO assistant_messages (project_id, thread_key, message_id, asked_digest, question, answer_id, answer, sources, outcome)
      VALUES ('proj_1', 'k', 'm', 'd', 'How do I begin?', 'a', 'Like this.', '[{"url": "/start"}]', 'answered');
      INSERT INTO assistant_spending (project_id, period, visitor, usd) VALUES ('proj_1', '2026-01', '', 1.25);`);
    await blobs.put(blobKey, Buffer.from('a bundle'), { contentType: 'application/gzip' });
    await database.pool.query(
      `INSERT INTO local_repositories (id, organization_id, name, default_branch) VALUES ('repo_empty', $1, 'empty', 'trunk')`,
      [HOME],
    );
    await initBare(git, join(root, 'repositories', 'repo_empty.git'), 'trunk');
    await writeFile(join(root, 'data', 'secret.txt'), 'the secret');
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
  const write = (name: string, withKeys = false) => writeBackup(deps, { folder: join(root, name), withKeys });

  test('lists its content, and names a bundle that was deleted in the meantime as missing', async () => {
    const report = await write('reported', true);
    assert.deepEqual(
      [report.blobs, report.missingBlobs, report.repositories, report.keys],
      [1, ['exports/org_home/proj_1/exp_2.tar.gz'], 1, ['secret.txt']],
    );
    assert.equal((await stat(join(root, 'reported', 'keys', 'secret.txt'))).mode & 0o777, 0o600);
    assert.equal((await stat(join(root, 'reported'))).mode & 0o077, 0, 'no other user of the machine can read it');
  });

  test('contains no keys if none were requested', async () => {
    assert.deepEqual((await write('keyless')).keys, []);
    await assert.rejects(stat(join(root, 'keyless', 'keys')), { code: 'ENOENT' });
  });

  test('doesn’t use an existing name, and if two start at once, one is created', async () => {
    await mkdir(join(root, 'taken'));
    await writeFile(join(root, 'taken', 'kept.txt'), 'kept');
    await assert.rejects(write('taken'), { code: 'backup-folder-exists' });
    assert.equal(await readFile(join(root, 'taken', 'kept.txt'), 'utf8'), 'kept');
    const both = await Promise.allSettled([write('contested'), write('contested')]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  test('leaves no folder that is accepted as a backup if it failed', async () => {
    const broken = { ...deps, repositoriesFolder: join(root, 'elsewhere') };
    await assert.rejects(writeBackup(broken, { folder: join(root, 'failed'), withKeys: false }));
    await assert.rejects(openBackup(join(root, 'failed')), { code: 'backup-invalid' });
    await assert.rejects(stat(join(root, 'failed.partial')), { code: 'ENOENT' });
  });

  test('contains a healthy repository, and names a damaged one', async () => {
    const id = 'repo_damaged';
    await database.pool.query(
      `INSERT INTO local_repositories (id, organization_id, name, default_branch) VALUES ($1, $2, 'damaged', 'trunk')`,
      [id, HOME],
    );
    await initBare(git, join(root, 'repositories', `${id}.git`), 'trunk');
    await rm(join(root, 'repositories', `${id}.git`, 'HEAD'));
    try {
      const report = await write('partly');
      assert.deepEqual([report.repositories, report.damagedRepositories.map((one) => one.id)], [1, [id]]);
      const folder = join(root, 'partly');
      const manifest = await openBackup(folder);
      assert.deepEqual([manifest.repositories.map((one) => one.id), manifest.blobs.length], [['repo_empty'], 1]);
      await mkdir(join(root, 'restored-partly'));
      await restoreRepositories(git, { root: join(root, 'restored-partly'), folder }, manifest);
      assert.ok((await stat(join(root, 'restored-partly', 'repo_empty.git', 'HEAD'))).isFile());
    } finally {
      await database.pool.query('DELETE FROM local_repositories WHERE id = $1', [id]);
    }
  });

  test('is compared file by file when it is opened: a changed byte, a truncated or a missing file is found', async () => {
    await write('damaged');
    const path = join(root, 'damaged', 'blobs', blobKey);
    await writeFile(path, 'b bundle');
    await assert.rejects(openBackup(join(root, 'damaged')), {
      code: 'backup-damaged',
      message: /does not have the content that was written/,
    });
    await truncate(path, 3);
    await assert.rejects(openBackup(join(root, 'damaged')), { message: /has 3 bytes instead of 8/ });
    await rm(path);
    await assert.rejects(openBackup(join(root, 'damaged')), { message: /has no bytes instead of 8/ });
  });

  test('is restored unchanged: rows with special characters, bundles, empty repositories and keys', async () => {
    await write('whole', true);
    const folder = join(root, 'whole');
    const manifest = await openBackup(folder);
    const copy = await copyTemplateDatabase();
    const restored = await connectDatabase({ url: copy.url, poolSize: 2 });
    try {
      await restoreRows(restored.pool, folder, manifest);
      const { rows } = await restored.pool.query('SELECT name FROM organizations WHERE id = $1', [HOME]);
      assert.deepEqual(rows, [{ name: hostile }]);
      const assistant = await restored.pool.query(
        `SELECT question, answer, sources, retention_days, usd FROM assistant_messages
         JOIN project_assistant_settings USING (project_id) JOIN assistant_spending USING (project_id)`,
      );
      const sources = [{ url: '/start' }];
      const kept = { question: 'How do I begin?', answer: 'Like this.', sources, retention_days: 90, usd: 1.25 };
      assert.deepEqual(assistant.rows, [kept], 'an assistant keeps its settings, conversations and budgets');
      await assert.rejects(
        restored.pool.query(`UPDATE export_jobs SET status = 'queued'`),
        { code: 'DW001' },
        'and its triggers are restored',
      );
      await assert.rejects(requireEmptyDatabase(restored.pool), { code: 'restore-not-empty' });
    } finally {
      await restored.close();
      await copy.close();
    }
    const store = await openStore('restored-blobs');
    await restoreBlobs(store, folder, manifest);
    assert.equal((await store.head(blobKey))?.sizeBytes, 8);
    await assert.rejects(restoreBlobs(store, folder, manifest), { code: 'restore-not-empty' });
    await restoreKeys(join(root, 'restored'), folder, manifest);
    assert.equal(await readFile(join(root, 'restored', 'secret.txt'), 'utf8'), 'the secret');
    await restoreRepositories(git, { root: join(root, 'repositories', 'restored'), folder }, manifest);
    const head = await readFile(join(root, 'repositories', 'restored', 'repo_empty.git', 'HEAD'), 'utf8');
    assert.equal(head, 'ref: refs/heads/trunk\n');
  });

  test('can’t be restored into a folder with an installation', async () => {
    await requireEmptyFolder(join(root, 'nowhere'));
    for (const path of ['git/repositories', 'blobs', 'postgres']) {
      const dataDir = join(root, `full-${path.replace('/', '-')}`);
      await mkdir(join(dataDir, path, 'something'), { recursive: true });
      await assert.rejects(requireEmptyFolder(dataDir), { code: 'restore-not-empty' }, path);
    }
  });

  test('is not restored at all if rows are truncated', async () => {
    const folder = join(root, 'cut');
    await write('cut');
    const manifest = await openBackup(folder);
    const tables = manifest.tables.map((table) => (table.name === 'public.projects' ? { ...table, rows: 2 } : table));
    const copy = await copyTemplateDatabase();
    const restored = await connectDatabase({ url: copy.url, poolSize: 2 });
    try {
      const cut = restoreRows(restored.pool, folder, { ...manifest, tables });
      await assert.rejects(cut, { code: 'backup-damaged', message: /has 1 row instead of 2/ });
      const { rows } = await restored.pool.query('SELECT FROM organizations');
      assert.equal(rows.length, 0);
    } finally {
      await restored.close();
      await copy.close();
    }
  });
});
