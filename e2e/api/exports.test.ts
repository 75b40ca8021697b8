import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService, until, type Answer, type TestService } from './test-service.ts';

const run = promisify(execFile);
const recipe = fileURLToPath(new URL('ci-recipe.sh', import.meta.url));
const path = '/v1/static-export/jobs';

describe('exports', () => {
  let service: TestService;
  let scratch: string;
  before(async () => {
    service = await startTestService({ worker: true });
    scratch = await mkdtemp(join(tmpdir(), 'docwright-export-'));
  });
  after(async () => {
    await service.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  const start = async (body: Record<string, unknown> = {}): Promise<Answer> =>
    service.request('POST', path, { body: { domain: service.domain, ...body } });
  const finish = (jobId: string): Promise<Answer> =>
    until(
      () => service.request('GET', `${path}/${jobId}`),
      ({ json }) => ['completed', 'failed'].includes(json.status),
    );
  const exportSite = async (body: Record<string, unknown> = {}) => (await finish((await start(body)).json.jobId)).json;
  const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

  test('the published CI recipe passes unchanged, and its archive is a site', async () => {
    const out = join(scratch, 'recipe.tar.gz');
    const env = {
      ...process.env,
      BASE_URL: service.baseUrl,
      API_KEY: service.apiKey,
      DOMAIN: service.domain,
      OUT: out,
      INTERVAL: '0.5',
    };
    await run('bash', [recipe], { env });
    const { stdout } = await run('tar', ['tzf', out]);
    const files = stdout.trim().split('\n');
    for (const file of [
      'index.html',
      '404.html',
      'sitemap.xml',
      'robots.txt',
      'llms.txt',
      'index.md',
      'manifest.json',
      'quickstart.html',
    ]) {
      assert.ok(files.includes(file), file);
    }
    assert.ok(
      files.some((file) => file.startsWith('_docwright/search')),
      'the bundle’s own search',
    );
    assert.equal(new Set(files).size, files.length);
  });

  test('progress and page count never decrease, and end with all pages', async () => {
    const { json } = await start();
    assert.deepEqual([json.status, json.progress, json.pageCount], ['queued', 0, 0]);
    const seen: { progress: number; pageCount: number }[] = [];
    const done = await until(
      () => service.request('GET', `${path}/${json.jobId}`),
      (answer) => {
        seen.push(answer.json);
        return answer.json.status === 'completed';
      },
    );
    for (const [index, now] of seen.entries()) {
      const last = seen[index - 1] ?? now;
      assert.ok(now.progress >= last.progress && now.pageCount >= last.pageCount);
    }
    assert.equal(done.json.progress, 100);
    assert.ok(done.json.pageCount > 10);
    assert.equal(done.json.totalPages, done.json.pageCount);
    assert.match(done.json.commit, /^[0-9a-f]{40}$/);
    assert.equal(done.json.version, done.json.commit);
  });

  test('the link works without headers, and returns the reported bytes and byte ranges', async () => {
    const job = await exportSite();
    const bundle = (await service.request('POST', `${path}/${job.jobId}/bundle`)).json;
    const bytes = await download(bundle.bundleUrl);
    assert.equal(bytes.length, bundle.sizeBytes);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), bundle.sha256);
    assert.deepEqual([job.sha256, job.sizeBytes], [bundle.sha256, bundle.sizeBytes]);
    assert.deepEqual(await download(job.bundleUrl), bytes);
    const answer = await fetch(bundle.bundleUrl, { headers: { range: 'bytes=10-19' } });
    assert.equal(answer.status, 206);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes.subarray(10, 20));
    assert.equal((await fetch(bundle.bundleUrl, { headers: { range: `bytes=${bytes.length}-` } })).status, 416);
    const head = await fetch(bundle.bundleUrl, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(bytes.length));
    assert.match(head.headers.get('content-disposition') ?? '', /^attachment; filename="docs\.example\.com-/);
    assert.equal(head.headers.get('x-content-type-options'), 'nosniff');
  });

  test('the same commit and settings produce the same bytes', async () => {
    const first = await exportSite();
    const second = await exportSite();
    assert.notEqual(first.jobId, second.jobId);
    assert.equal(first.sha256, second.sha256);
    const other = await exportSite({ basePath: '/docs' });
    assert.notEqual(other.sha256, first.sha256);
  });

  test('paths limit the export to these pages, and an unknown path is rejected with 400 and named', async () => {
    const job = await exportSite({ paths: ['quickstart', '/concepts/flags/'] });
    assert.equal(job.pageCount, 2);
    const refused = await start({ paths: ['quickstart', 'no/such-page'] });
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.details[0].path],
      [400, 'unknown_page', '/paths/1'],
    );
    assert.match(refused.json.error, /no\/such-page/);
  });

  test('pages work below a base path', async () => {
    const job = await exportSite({ basePath: '/docs' });
    const archive = join(scratch, 'base.tar.gz');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(archive, await download(job.bundleUrl));
    await run('tar', ['xzf', archive, '-C', scratch, 'index.html', 'manifest.json']);
    const html = await readFile(join(scratch, 'index.html'), 'utf8');
    const internal = [...html.matchAll(/(?:href|src)="(\/[^"/][^"]*)"/g)].map((match) => match[1] ?? '');
    assert.ok(internal.length > 10);
    assert.deepEqual(
      internal.filter((target) => !target.startsWith('/docs/') && target !== '/docs'),
      [],
    );
    assert.equal(JSON.parse(await readFile(join(scratch, 'manifest.json'), 'utf8')).basePath, '/docs');
  });

  test('an export of an empty repository, or of one without docs.json, fails with the cause', async () => {
    const { body } = { body: { name: 'empty-site' } };
    const repository = (await service.request('POST', '/v1/repositories', { body })).json;
    const domain = 'empty.example.com';
    await service.request('POST', '/v1/projects', {
      body: { name: 'Empty', repository: repository.cloneUrl, domains: [domain] },
    });
    const empty = await exportSite({ domain });
    assert.deepEqual([empty.status, empty.errorCode], ['failed', 'repository_empty'], empty.error);
    const folder = join(scratch, 'no-config');
    const url = repository.cloneUrl.replace('://', `://x:${service.apiKey}@`);
    const person = ['-c', 'user.name=P', '-c', 'user.email=p@example.com'];
    await run('git', ['init', '--quiet', '-b', 'main', folder]);
    await run('git', ['-C', folder, ...person, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing']);
    await run('git', ['-C', folder, 'push', '--quiet', url, 'main']);
    const unset = await exportSite({ domain });
    assert.deepEqual([unset.status, unset.errorCode], ['failed', 'no_docs_config'], unset.error);
    const bundle = await service.request('POST', `${path}/${unset.jobId}/bundle`);
    assert.deepEqual([bundle.status, bundle.json.code], [409, 'export_not_completed']);
  });

  test('a broken page is reported as an issue, and the site is still exported unless strict is set', async () => {
    const repository = (await service.request('POST', '/v1/repositories', { body: { name: 'broken-site' } })).json;
    const domain = 'broken.example.com';
    await service.request('POST', '/v1/projects', {
      body: { name: 'Broken', repository: repository.cloneUrl, domains: [domain] },
    });
    const folder = join(scratch, 'broken');
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(folder);
    const config = {
      theme: 'mint',
      name: 'Broken',
      colors: { primary: '#0a6b39' },
      navigation: { pages: ['index', 'bad', 'missing'] },
    };
    await writeFile(join(folder, 'docs.json'), JSON.stringify(config));
    await writeFile(join(folder, 'index.mdx'), '---\ntitle: Home\n---\n\nHello [there](/nowhere).\n');
    await writeFile(
      join(folder, 'bad.mdx'),
      '---\ntitle: Bad\n---\n\nBefore\n\n<Card title="x">\n\nnever closed {{{ \n',
    );
    const url = repository.cloneUrl.replace('://', `://x:${service.apiKey}@`);
    const person = ['-c', 'user.name=P', '-c', 'user.email=p@example.com'];
    await run('git', ['init', '--quiet', '-b', 'main', folder]);
    await run('git', ['-C', folder, 'add', '.']);
    await run('git', ['-C', folder, ...person, 'commit', '--quiet', '-m', 'Broken']);
    await run('git', ['-C', folder, 'push', '--quiet', url, 'main']);
    const job = await exportSite({ domain });
    assert.equal(job.status, 'completed', job.error);
    assert.ok(
      job.issues.some(
        (issue: { path: string; severity: string }) => issue.path === 'bad.mdx' && issue.severity === 'error',
      ),
      JSON.stringify(job.issues),
    );
    assert.deepEqual([job.expected, job.pageCount, job.missingCount], [3, 2, 1]);
    assert.deepEqual(job.missing, [{ path: 'missing', cause: 'no-file' }]);
    const counted = Object.entries<number>(job.issueCounts);
    assert.equal(
      counted.reduce((sum, [, count]) => sum + count, 0),
      job.issueCount,
    );
    for (const { code } of job.issues) assert.ok(job.issueCounts[code] > 0, code);
    const strict = await exportSite({ domain, strict: true });
    assert.deepEqual([strict.status, strict.errorCode], ['failed', 'strict_issues']);
    assert.ok(strict.issues.length > 0);
    assert.deepEqual(strict.missing, job.missing);
  });

  test('the event stream ends with the completed job', async () => {
    const { jobId } = (await start()).json;
    const { text } = await service.request('GET', `${path}/${jobId}/events`);
    const jobs = [...text.matchAll(/^data: (.+)$/gm)].map((match) => JSON.parse(match[1] ?? ''));
    assert.ok(jobs.length >= 1);
    assert.equal(jobs.at(-1).status, 'completed');
  });
});
