import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startFakeService } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';

const path = '/v1/projects/proj_1/drafts';
const version = 'a'.repeat(32);
const at = '2026-01-01T00:00:00.000Z';
const file = {
  path: 'guides/start.mdx',
  change: null,
  content: '\ufeff# Start\r\n',
  encoding: 'utf-8',
  version,
  movedFrom: null,
  base: null,
  conflict: null,
  draftVersion: 0,
};
const draft = {
  projectId: 'proj_1',
  branch: 'docs/new',
  isDeploymentBranch: false,
  isBranchDeleted: false,
  baseCommit: 'c'.repeat(40),
  version: 3,
  docsFolder: '',
  changes: [
    {
      path: 'guides/start.mdx',
      change: 'moved',
      movedFrom: 'start.mdx',
      size: 9,
      version,
      isBinary: false,
      isConflict: true,
      updatedAt: at,
      updatedBy: 'ada@example.com',
    },
  ],
  authors: [{ name: 'ada@example.com', savedAt: at }],
  requiresPullRequest: false,
  pullRequestReason: null,
  actions: ['save', 'create_pull_request'],
  blockers: ['conflicts'],
  createdAt: at,
  updatedAt: at,
  expiresAt: at,
};
const options = ['--project', 'proj_1', '--branch', 'docs/new'];
const of = `${path}/docs%2Fnew`;

test('draft show lists changes, conflicts and actions', async () => {
  await using service = await startFakeService({ [`GET ${of}`]: () => ({ body: draft }) });
  const { stdout } = await runCommand(['draft', 'show', ...options], { env: service.env });
  assert.match(stdout, /moved +start\.mdx → guides\/start\.mdx +conflict/);
  assert.match(stdout, /Actions +save, create_pull_request/);
});

test('draft write sends the file’s exact bytes, with the current version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-draft-'));
  try {
    for (const [bytes, expected] of [
      [Buffer.from('\ufeff# New\r\n'), { content: '\ufeff# New\r\n', encoding: 'utf-8' }],
      [Buffer.from([0xff, 0x0a]), { content: '/wo=', encoding: 'base64' }],
    ] as const) {
      let sent: unknown;
      await using service = await startFakeService({
        [`GET ${of}/files/guides%2Fstart.mdx`]: () => ({ body: file }),
        [`PUT ${of}/files/guides%2Fstart.mdx`]: (body) => {
          sent = body;
          return { body: { path: file.path, change: 'modified', version, draftVersion: 4 } };
        },
      });
      const source = join(folder, 'start.mdx');
      await writeFile(source, bytes);
      await runCommand(['draft', 'write', file.path, '--file', source, ...options], { env: service.env });
      assert.deepEqual(sent, { version, ...expected });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('draft publish performs the branch’s usual action, with the version that was shown', async () => {
  let sent: unknown;
  await using service = await startFakeService({
    [`GET ${of}`]: () => ({ body: draft }),
    [`POST ${of}/publish`]: (body) => {
      sent = body;
      return {
        body: { action: 'save', branch: 'docs/new', commit: 'd'.repeat(40), changedFiles: 1, pullRequest: null },
      };
    },
  });
  const { json } = await runJson(['draft', 'publish', '--message', 'Better', ...options], { env: service.env });
  assert.deepEqual(sent, { action: 'save', draftVersion: 3, message: 'Better' });
  assert.equal(json.commit, 'd'.repeat(40));
});

test('draft check fails if the draft introduces errors', async () => {
  const finding = { path: 'a.mdx', line: 3, column: null, severity: 'error', code: 'x', message: 'Wrong.', fix: null };
  await using service = await startFakeService({
    [`POST ${of}/check`]: () => ({
      body: { draftVersion: 3, introduced: [finding], existing: [], resolved: 0, blockers: [] },
    }),
  });
  const { code, stdout } = await runCommand(['draft', 'check', ...options], { env: service.env });
  assert.equal(code, 1);
  assert.match(stdout, /error {2}a\.mdx:3 {2}Wrong\./);
});

const commit = 'd'.repeat(40);
const revision = {
  id: commit,
  kind: 'commit',
  path: 'start.mdx',
  movedFrom: null,
  isDeletion: false,
  author: 'Ada',
  at,
  subject: 'Explain updates',
};

test('draft history lists revisions, and the option for the next page', async () => {
  const saved = { ...revision, id: version, kind: 'saved', path: file.path, subject: null };
  await using service = await startFakeService({
    [`GET ${of}/files/guides%2Fstart.mdx/revisions?limit=2`]: () => ({
      body: { revisions: [saved, revision], nextCursor: 'next' },
    }),
  });
  const { stdout } = await runCommand(['draft', 'history', file.path, '--limit', '2', ...options], {
    env: service.env,
  });
  assert.match(stdout, /^a{32} .*guides\/start\.mdx +saved in the draft$/m);
  assert.match(stdout, /^d{40} .*Ada +start\.mdx +Explain updates$/m);
  assert.match(stdout, /^More: --cursor next$/m);
});

test('draft read and draft restore use a revision at its path', async () => {
  const sent: unknown[] = [];
  await using service = await startFakeService({
    [`GET ${of}/files/guides%2Fstart.mdx/revisions/${commit}?at=start.mdx`]: () => ({
      body: {
        id: commit,
        path: 'start.mdx',
        content: '# Before\n',
        encoding: 'utf-8',
        current: version,
        patch: '',
        isTruncated: false,
      },
    }),
    [`PUT ${of}/files/guides%2Fstart.mdx`]: (body) => {
      sent.push(body);
      return { body: { path: file.path, change: 'modified', version, draftVersion: 4 } };
    },
  });
  const chosen = [file.path, '--revision', commit, '--at', 'start.mdx', ...options];
  const { stdout } = await runCommand(['draft', 'read', ...chosen], { env: service.env });
  assert.equal(stdout, '# Before\n');
  assert.deepEqual(sent, []);
  await runCommand(['draft', 'restore', ...chosen], { env: service.env });
  assert.deepEqual(sent, [{ content: '# Before\n', encoding: 'utf-8', version, keepReplaced: true }]);
});
