import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { operations } from '@docwright/contract';
import { startTestService, type TestService } from './test-service.ts';

const run = promisify(execFile);
let service: TestService;
let clone: string;

before(async () => {
  service = await startTestService();
  clone = await mkdtemp(join(tmpdir(), 'docwright-quota-'));
  await git('clone', '--quiet', `${service.baseUrl}/git/example-docs.git`, '.');
  await git('config', 'user.name', 'Ada');
  await git('config', 'user.email', 'ada@example.com');
});
after(async () => {
  await service.stop();
  await rm(clone, { recursive: true, force: true });
});

async function git(...args: string[]): Promise<string> {
  const header = `Authorization: Bearer ${service.apiKey}`;
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
  const { stdout, stderr } = await run('git', ['-c', `http.extraHeader=${header}`, ...args], { cwd: clone, env });
  return stdout + stderr;
}

const setQuota = (megabytes: number | null) =>
  service.request('PUT', '/v1/storage-quotas', { body: { organization: service.organizationId, megabytes } });
const commit = (content: string) => ({
  message: 'Change',
  files: [{ path: 'large.txt', content }],
});

test('an organization that has reached its quota can read and delete but not store anything', async () => {
  const path = `/v1/projects/${service.projectId}`;
  const random = randomBytes(1_500_000).toString('base64');
  await git('push', '--quiet', 'origin', 'HEAD:old');
  const suggestion = { file: 'quickstart.mdx', quote: '---', from: 0, replacement: '--- ' };
  const { json: thread } = await service.request('POST', `${path}/drafts/main/comments`, { body: suggestion });
  assert.equal((await service.request('POST', '/v1/repositories', { body: { name: 'spare' } })).status, 201);
  const jobs = `/v2/agent/${service.projectId}/job`;
  const { json: job } = await service.request('POST', jobs, { body: { prompt: 'x' } });
  const attachments = [{ name: 'a.gif', content: 'R0lGODlhAQABAAAAACw=' }];
  const commits = '/v1/repositories/example-docs/commits';
  assert.equal((await service.request('POST', commits, { body: commit(random) })).status, 201);
  assert.deepEqual((await setQuota(1)).json, { organizationId: service.organizationId, megabytes: 1 });

  const drafts = `${path}/drafts/main`;
  const { version } = (await service.request('GET', `${drafts}/files/quickstart.mdx`)).json;
  const refused: Readonly<Record<string, readonly [method: string, path: string, body: unknown]>> = {
    createRepositoryCommit: ['POST', commits, commit('small')],
    createRepository: ['POST', '/v1/repositories', { name: 'another' }],
    startStaticExport: ['POST', '/v1/static-export/jobs', { domain: service.domain }],
    startProjectStaticExport: ['POST', `/v1/static-export/${service.projectId}/jobs`, {}],
    updateProjectSite: ['POST', `/v1/project/update/${service.projectId}`, {}],
    putDraftFile: ['PUT', `${drafts}/files/new.mdx`, { content: 'New.', version: null }],
    deleteDraftFile: ['DELETE', `${drafts}/files/quickstart.mdx?version=${version}&redirectTo=index`, undefined],
    moveDraftFile: ['POST', `${drafts}/move`, { from: 'quickstart.mdx', to: 'start.mdx' }],
    uploadDraftMedia: ['POST', `${drafts}/media`, { name: 'a.gif', content: 'R0lGODlhAQABAAAAACw=' }],
    createCommentThread: ['POST', `${drafts}/comments`, { file: 'quickstart.mdx', quote: 'Quickstart', text: 'x' }],
    askAgent: ['POST', `${drafts}/ask`, { prompt: 'x' }],
    createAgentJob: ['POST', jobs, { prompt: 'x', attachments }],
    sendAgentJobMessage: ['POST', `${jobs}/${job.id}/message`, { prompt: 'x', attachments }],
    replyToCommentThread: ['POST', `${path}/comments/${thread.id}/replies`, { text: 'x' }],
    updateComment: ['PATCH', `${path}/comments/${thread.id}/replies/${thread.comments[0].id}`, { text: 'y' }],
    acceptSuggestedChange: ['POST', `${path}/comments/${thread.id}/accept`, undefined],
    createPreviewDeployment: ['POST', `/v1/project/preview/${service.projectId}`, { branch: 'old' }],
  };
  const documented = Object.entries(operations).filter(([, { errors }]) => errors.includes('storage_quota_exceeded'));
  assert.deepEqual(documented.map(([name]) => name).toSorted(), Object.keys(refused).toSorted());
  for (const [name] of documented) {
    const [method, address, body] = refused[name] ?? assert.fail(name);
    const answer = await service.request(method, address, { body });
    assert.deepEqual(
      [answer.status, answer.json.error?.code ?? answer.json.code],
      [403, 'storage_quota_exceeded'],
      `${name}: ${answer.text}`,
    );
    assert.match(answer.text, /its 1\.0 MB storage quota/, name);
  }

  await writeFile(join(clone, 'more.txt'), 'more\n');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'More');
  await assert.rejects(git('push', 'origin', 'HEAD:new'), (error: { stderr: string }) => {
    assert.match(error.stderr, /remote rejected.*storage_quota_exceeded: The organization uses/);
    return true;
  });
  await git('fetch', '--quiet', 'origin');
  await git('push', '--quiet', 'origin', ':old');
  const { storage } = (await service.request('GET', '/v1/usage')).json;
  assert.equal(storage.quotaBytes, 1024 * 1024);
  assert.ok(storage.repositoryBytes > storage.quotaBytes, JSON.stringify(storage));
  assert.equal((await service.request('DELETE', '/v1/repositories/spare')).status, 204);

  assert.equal((await setQuota(null)).status, 200);
  await git('push', '--quiet', 'origin', 'HEAD:new');
});

test('a push can’t exceed the remaining quota', async () => {
  const { storage } = (await service.request('GET', '/v1/usage')).json;
  assert.equal((await setQuota(Math.ceil(storage.usedBytes / 1024 / 1024) + 5)).status, 200);
  await writeFile(join(clone, 'huge.bin'), randomBytes(12 * 1024 * 1024));
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'Huge');
  await assert.rejects(git('push', 'origin', 'HEAD:huge'));
  assert.equal((await git('ls-remote', 'origin', 'refs/heads/huge')).trim(), '');
  assert.equal((await setQuota(null)).status, 200);
});

test('a quota can’t be set for a missing organization or to an invalid value', async () => {
  const none = { organization: 'nobody', megabytes: 1 };
  assert.equal((await service.request('PUT', '/v1/storage-quotas', { body: none })).status, 404);
  for (const megabytes of [-1, 1.5, 2 ** 53, '5', undefined]) {
    const answer = await service.request('PUT', '/v1/storage-quotas', { body: { ...none, megabytes } });
    assert.equal(answer.status, 400, String(megabytes));
  }
});
