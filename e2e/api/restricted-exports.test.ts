import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { startTestService, until, type TestService } from './test-service.ts';

const run = promisify(execFile);
const path = '/v1/static-export/jobs';

describe('exports of restricted sites', () => {
  let service: TestService;
  let scratch: string;
  let projectId: string;
  const domain = 'restricted.example.com';
  const config = {
    theme: 'mint',
    name: 'S',
    colors: { primary: '#0d9373' },
    navigation: { pages: ['index', 'inner'] },
  };

  const git = (...args: string[]) =>
    run('git', ['-C', scratch, '-c', 'user.name=P', '-c', 'user.email=p@example.com', ...args]);
  const push = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(scratch, name), text);
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'Change');
    await git('push', '--quiet', 'origin', 'main');
  };
  const finish = async (jobId: string) =>
    (
      await until(
        () => service.request('GET', `${path}/${jobId}`),
        ({ json }) => ['completed', 'failed'].includes(json.status),
      )
    ).json;
  const start = (body: Record<string, unknown> = {}) => service.request('POST', path, { body: { domain, ...body } });
  const exportSite = async (body: Record<string, unknown> = {}) => finish((await start(body)).json.jobId);
  const filesOf = async (bundleUrl: string): Promise<string[]> => {
    const archive = join(scratch, '..', `${projectId}.tar.gz`);
    await writeFile(archive, Buffer.from(await (await fetch(bundleUrl)).arrayBuffer()));
    const { stdout } = await run('tar', ['tzf', archive]);
    await rm(archive);
    return stdout.trim().split('\n');
  };

  before(async () => {
    service = await startTestService({ worker: true });
    scratch = await mkdtemp(join(tmpdir(), 'docwright-restricted-'));
    const repository = (await service.request('POST', '/v1/repositories', { body: { name: 'restricted' } })).json;
    const project = { name: 'R', repository: repository.cloneUrl, domains: [domain] };
    projectId = (await service.request('POST', '/v1/projects', { body: project })).json.id;
    await run('git', ['init', '--quiet', '-b', 'main', scratch]);
    await git('remote', 'add', 'origin', repository.cloneUrl.replace('://', `://x:${service.apiKey}@`));
    await push({
      'docs.json': JSON.stringify(config),
      'index.mdx': 'Home',
      'inner.mdx': '---\ngroups: [staff]\n---\nInner',
      'lost.mdx': 'In no navigation',
    });
  });
  after(async () => {
    await service.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  test('fail as restricted_pages with the names of the pages', async () => {
    const job = await exportSite();
    assert.deepEqual([job.status, job.errorCode, job.excludeRestricted], ['failed', 'restricted_pages', false]);
    assert.match(job.error, /"inner"/);
  });

  test('exclude restricted pages with excludeRestricted, whether started by domain or by project', async () => {
    const byDomain = await exportSite({ excludeRestricted: true });
    const started = await service.request('POST', `/v1/static-export/${projectId}/jobs`, {
      body: { excludeRestricted: true },
    });
    for (const job of [byDomain, await finish(started.json.jobId)]) {
      assert.deepEqual([job.status, job.excludeRestricted], ['completed', true], job.error);
      const files = await filesOf(job.bundleUrl);
      assert.deepEqual(
        ['index.html', 'inner.html', 'lost.html'].map((file) => files.includes(file)),
        [true, false, true],
      );
    }
  });

  test('exclude pages outside the navigation if the project is set to do so', async () => {
    const changed = await service.request('PATCH', `/v1/projects/${projectId}`, { body: { excludeOrphans: true } });
    assert.deepEqual([changed.status, changed.json.excludeOrphans], [200, true]);
    const files = await filesOf((await exportSite({ excludeRestricted: true })).bundleUrl);
    assert.deepEqual(
      ['index.html', 'lost.html'].map((file) => files.includes(file)),
      [true, false],
    );
  });

  test('fail as site_protected if the site is protected, and then can’t be started (403) until it is public again', async () => {
    await push({ 'docs.json': JSON.stringify({ ...config, public: false }) });
    const job = await exportSite();
    assert.deepEqual([job.status, job.errorCode], ['failed', 'site_protected'], job.error);
    const refused = await start();
    assert.deepEqual([refused.status, refused.json.code], [403, 'site_protected']);
    await push({ 'docs.json': JSON.stringify(config), 'inner.mdx': 'Open' });
    assert.equal((await exportSite()).status, 'completed');
  });
});
