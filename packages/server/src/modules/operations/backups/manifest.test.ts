import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseManifest } from './manifest.ts';
import { openBackup } from './restore-backup.ts';

const sha256 = createHash('sha256').digest('hex');
const file = (path: string) => ({ path, sizeBytes: 0, sha256 });
const table = (name: string) => ({ ...file(`database/${name}.jsonl.gz`), name, columns: ['id'], rows: 0 });
const blob = (key: string) => ({ ...file(`blobs/${key}`), key, contentType: 'application/gzip' });
const repository = (id: string) => ({ id, head: 'refs/heads/main', bundle: file(`repositories/${id}.bundle`) });

const good = {
  formatVersion: 1,
  generator: 'docwright 1.0.0',
  createdAt: '2026-11-22T00:00:00Z',
  schema: '0001-schema',
  tables: [table('public.projects')],
  queue: table('pgboss.job'),
  blobs: [blob('exports/org_1/proj_1/exp_1.tar.gz')],
  missingBlobs: ['exports/org_1/proj_1/exp_0.tar.gz'],
  repositories: [repository('repo_1'), { id: 'repo_2', head: 'refs/heads/docs/next' }],
  damagedRepositories: [],
  keys: [file('keys/secret.txt'), file('keys/master-key.txt'), file('keys/first-start.json')],
};

test('a manifest in our format is accepted', () => {
  assert.equal(parseManifest(JSON.stringify(good)).repositories.length, 2);
});

test('a manifest with other paths, tables, columns or types than our backups have is refused', () => {
  const id = (text: string) => ({ repositories: [{ ...repository('repo_1'), id: text }] });
  const hostile: readonly (readonly [what: string, change: object])[] = [
    ['a repository outside its folder', id('../../../../tmp/x')],
    ['a repository with an absolute path', id('/tmp/x')],
    ['a repository with a NUL', id('a\0b')],
    ['a repository with a line feed', id('repo_1\n')],
    ['an empty ID', id('')],
    ['an ID that is not a string', { repositories: [{ ...repository('repo_1'), id: 7 }] }],
    ['a bundle with another name', { repositories: [{ ...repository('repo_1'), bundle: file('keys/secret.txt') }] }],
    [
      'a head that looks like an option',
      { repositories: [{ ...repository('repo_1'), head: 'refs/heads/--upload-pack=x' }] },
    ],
    ['a head that is not a branch', { repositories: [{ ...repository('repo_1'), head: '../../config' }] }],
    ['a blob outside the store', { blobs: [{ ...blob('a'), key: '../../x', path: 'blobs/../../x' }] }],
    ['a blob from elsewhere', { blobs: [{ ...blob('exports/a'), path: 'keys/secret.txt' }] }],
    ['a hidden blob', { blobs: [blob('exports/.x')] }],
    ['an invalid key', { keys: [file('keys/docwright.log')] }],
    ['a key in another folder', { keys: [file('database/secret.txt')] }],
    ['a file outside the backup', { keys: [file('keys/../../secret.txt')] }],
    ['a system table', { tables: [table('pg_catalog.pg_authid')] }],
    ['the table of migrations', { tables: [table('public.schema_migrations')] }],
    ['a table with a quote', { tables: [table('public.x"; drop table projects; --')] }],
    ['a column with a quote', { tables: [{ ...table('public.projects'), columns: ['id") select 1 --'] }] }],
    ['another table as the queue', { queue: table('public.projects') }],
    ['a negative number of rows', { tables: [{ ...table('public.projects'), rows: -1 }] }],
    ['a size that is not a number', { keys: [{ ...file('keys/secret.txt'), sizeBytes: '0' }] }],
    ['lists that are objects', { blobs: { length: 0 } }],
    ['an entry that is null', { tables: [null] }],
    ['no queue', { queue: undefined }],
  ];
  for (const [what, change] of hostile) {
    assert.throws(() => parseManifest(JSON.stringify({ ...good, ...change })), { code: 'backup-invalid' }, what);
  }
});

test('a symbolic link in place of a file is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-backup-'));
  try {
    const empty = { ...good, tables: [], blobs: [], repositories: [], keys: [] };
    await writeFile(join(folder, 'backup.json'), JSON.stringify({ ...empty, queue: table('pgboss.job') }));
    await writeFile(join(folder, 'elsewhere'), '');
    await symlink(folder, join(folder, 'database'));
    await symlink(join(folder, 'elsewhere'), join(folder, 'pgboss.job.jsonl.gz'));
    await assert.rejects(openBackup(folder), { code: 'backup-invalid' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
