import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { goodScript, requireOk, smallSite, startAgentBench, type AgentBench } from './agent-bench.ts';
import { startGitHub, type EmulatedGitHub } from './emulated-github.ts';

const run = promisify(execFile);

describe('a repository’s state, and the error of its job', () => {
  let bench: AgentBench;
  let github: EmulatedGitHub;
  let scratch: string;
  before(async () => {
    github = await startGitHub(smallSite);
    bench = await startAgentBench({ ...github.settings, maxRepositoryMegabytes: '10' }, github.hosts);
    scratch = await mkdtemp(join(tmpdir(), 'docwright-states-'));
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
    await github[Symbol.asyncDispose]();
    await rm(scratch, { recursive: true });
  });
  /** Pushes a person's commit to a branch of an embedded repository. */
  const pushByHand = async (name: string, branch: string, path: string, content: string): Promise<void> => {
    const { port } = new URL(bench.service.baseUrl);
    const folder = join(scratch, `${name}-${String(Math.random()).slice(2)}`);
    const git = (...args: string[]) => run('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.example', ...args]);
    await git(
      'clone',
      '-q',
      '-b',
      branch,
      `http://any:${bench.service.apiKey}@localhost:${port}/git/${name}.git`,
      folder,
    );
    await writeFile(join(folder, path), content);
    await git('-C', folder, 'add', '--all');
    await git('-C', folder, 'commit', '-qm', 'By hand');
    await git('-C', folder, 'push', '-q', 'origin', 'HEAD');
  };
  const endOf = async (project: string): Promise<string> => {
    const job = await bench.run(project, 'Set description of index to "x"');
    assert.equal(job.prLink, null);
    assert.ok(job.error === null || job.error.remedy.length > 10, JSON.stringify(job));
    return job.error?.code ?? job.result;
  };

  test('a job on a deleted repository fails with repository_not_found', async () => {
    const project = await bench.createProject('gone', smallSite);
    const { localCodeHost } = bench.service.api.composition;
    await localCodeHost.deleteRepository(bench.service.organizationId, 'gone');
    assert.equal(await endOf(project), 'repository_not_found');
    const body = { name: 'never', repository: `${github.settings['githubUrl'] ?? ''}/octocat/never-there` };
    const remote = requireOk(await bench.service.request('POST', '/v1/projects', { body })).id;
    assert.equal(await endOf(remote), 'repository_not_found');
  });

  test('a job on an empty repository fails with repository_empty', async () => {
    requireOk(await bench.service.request('POST', '/v1/repositories', { body: { name: 'empty' } }));
    const body = { name: 'empty', repository: `${bench.service.baseUrl}/git/empty.git` };
    const project = requireOk(await bench.service.request('POST', '/v1/projects', { body })).id;
    assert.equal(await endOf(project), 'repository_empty');
  });

  test('a job on a repository without docs.json fails with no_docs_config before any model is called', async () => {
    const project = await bench.createProject('no-config', { 'readme.mdx': '# Hi\n' });
    await bench.script(project, goodScript);
    assert.equal(await endOf(project), 'no_docs_config');
    assert.equal(bench.models.requestsOf(bench.lastScript()).length, 0);
    const wrong = await bench.createProject('wrong-folder', smallSite, { docsFolder: 'no/such' });
    assert.equal(await endOf(wrong), 'no_docs_config');
  });

  test('a job on a repository with an invalid docs.json makes changes or fails with invalid_docs_config', async () => {
    const project = await bench.createProject('bad-config', { ...smallSite, 'docs.json': '{ "name": ' });
    const job = await bench.run(project, 'Set description of index to "x"');
    assert.ok(['invalid_docs_config', 'changes'].includes(job.error?.code ?? job.result), JSON.stringify(job));
  });

  test('a job on a repository that rejects pushes fails with permission_denied and a remedy, without a pull request', async () => {
    const project = await github.createProject(bench.service, 'read-only');
    await bench.script(project, goodScript);
    github.refusePushes('read-only');
    const job = await bench.run(project, 'Write color.');
    assert.deepEqual([job.status, job.error.code], ['failed', 'permission_denied'], JSON.stringify(job));
    assert.match(job.error.remedy, /write access|push branches/);
    assert.equal((await github.pulls('read-only')).length, 0);
  });

  test('a job on a repository that is larger than the operator allows fails with limit_exceeded', async () => {
    const project = await bench.createProject('too-large', { ...smallSite, 'big.bin': randomBytes(12_000_000) });
    assert.equal(await endOf(project), 'limit_exceeded');
  });

  test('a follow-up after a conflict starts from the newest commit, and keeps changes that don’t conflict', async () => {
    const project = await bench.createProject('after-conflict', smallSite);
    const theirs = '---\ntitle: Setup\n---\n\nThe COLOUR of the sea.\n';
    const firstTurn = [
      [
        { name: 'read', input: { path: 'guides/setup' } },
        { name: 'read', input: { path: 'index' } },
      ],
      [
        { name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } },
        { name: 'edit', input: { path: 'index', edits: [{ old: 'Begin', new: 'Start' }] } },
      ],
      [{ name: 'finish', input: { outcome: 'changes', title: 'Words', summary: 'Two words.' } }],
    ];
    await bench.script(project, async ({ count }) => {
      if (count === 2) await pushByHand('after-conflict', 'main', 'guides/setup.mdx', theirs);
      return firstTurn[count - 1] ?? [];
    });
    const first = await bench.run(project, 'Write color and start.');
    assert.equal(first.result, 'conflict', JSON.stringify(first));
    const secondTurn = [
      [{ name: 'read', input: { path: 'guides/setup' } }],
      [{ name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'COLOUR', new: 'color' }] } }],
      [{ name: 'finish', input: { outcome: 'changes', title: 'Words', summary: 'Two words.' } }],
    ];
    await bench.script(project, secondTurn);
    const second = await bench.followUp(project, first.id, 'Again, please.');
    assert.equal(second.result, 'changes', JSON.stringify(second));
    const diff = await bench.diff(project, first.id);
    assert.match(diff, /^-The COLOUR of the sea\.\n\+The color of the sea\.$/m);
    assert.match(diff, /^\+Start with \[setup\]/m);
  });

  test('a follow-up that changes nothing publishes changes that a conflict had left unpublished', async () => {
    const project = await bench.createProject('left-over', smallSite);
    const theirs = '---\ntitle: Setup\n---\n\nThe COLOUR of the sea.\n';
    const turn = [
      [{ name: 'read', input: { path: 'guides/setup' } }],
      [{ name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } }],
      [{ name: 'write', input: { path: 'guides/new.mdx', content: '---\ntitle: New\n---\n\nText.\n' } }],
      [{ name: 'finish', input: { outcome: 'changes', title: 'Words', summary: 'Two words.' } }],
    ];
    await bench.script(project, async ({ count }) => {
      if (count === 2) await pushByHand('left-over', 'main', 'guides/setup.mdx', theirs);
      return turn[count - 1] ?? [];
    });
    const first = await bench.run(project, 'Write color.');
    assert.equal(first.result, 'conflict', JSON.stringify(first));
    await bench.script(project, [
      [{ name: 'finish', input: { outcome: 'no_changes', title: '', summary: 'Theirs is fine.' } }],
    ]);
    const second = await bench.followUp(project, first.id, 'Leave the setup page as it is.');
    assert.equal(second.result, 'changes', JSON.stringify(second));
    assert.deepEqual(
      second.files.map(({ path, change }: { path: string; change: string }) => [path, change]),
      [['guides/new.mdx', 'added']],
    );
  });

  test('if a person pushes to the branch during a follow-up, both changes are kept', async () => {
    const project = await bench.createProject('both', smallSite);
    await bench.script(project, goodScript);
    const first = await bench.run(project, 'Write color.');
    await bench.script(project, async ({ count }) => {
      if (count === 2)
        await pushByHand('both', first.source.ref, 'guides/backup.mdx', '---\ntitle: Backup\n---\n\nTheirs.\n');
      const turns = [
        [{ name: 'read', input: { path: 'index' } }],
        [{ name: 'edit', input: { path: 'index', edits: [{ old: 'Begin', new: 'Start' }] } }],
        [{ name: 'finish', input: { outcome: 'changes', title: 'Start', summary: 'One word.' } }],
      ];
      return turns[count - 1] ?? [];
    });
    const second = await bench.followUp(project, first.id, 'Write start.');
    assert.deepEqual([second.result, second.prLink], ['changes', first.prLink], JSON.stringify(second));
    assert.match(await bench.diff(project, first.id), /\+Start with[^]*|\+Theirs\./);
    const page = await bench.page(first.prLink);
    for (const text of ['Theirs.', 'Start with', 'The color']) assert.ok(page.includes(text), text);
  });

  test('a job on a repository that was renamed on GitHub fails with repository_not_found', async () => {
    const project = await github.createProject(bench.service, 'renamed');
    github.rename('renamed');
    const job = await bench.run(project, 'Set description of index to "x"');
    assert.deepEqual([job.status, job.error.code], ['failed', 'repository_not_found'], JSON.stringify(job));
  });
});
