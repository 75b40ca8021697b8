import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createBundleWriter, featuresByKind, type FinishedBundle } from '@docwright/bundle';
import { startFakeService, type FakeRoutes } from '../../testing/fake-service.ts';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { exportJob } from '../../testing/samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-export-'));
after(() => rmSync(folder, { recursive: true }));

let archive = Buffer.alloc(0);
let bundle: FinishedBundle;

before(async () => {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(Uint8Array.from(chunk)) });
  await writer.add({ path: 'index.html', bytes: '<h1>Hello</h1>' });
  bundle = await writer.finish({
    generator: 'test',
    deploymentKind: 'cloud',
    version: 'v1',
    commit: 'c0ffee',
    createdFrom: { repository: '', branch: 'main', directory: '', domain: 'docs.example.com' },
    basePath: '',
    features: featuresByKind({}),
    redirects: [],
  });
  archive = Buffer.concat(chunks);
});

/** Starts a service with one export. `download` is the response for its link. */
async function startExporting(download: Buffer, changes: FakeRoutes = {}) {
  const service = await startFakeService({
    'POST /v1/static-export/jobs': () => ({ status: 202, body: { ...exportJob, status: 'queued', progress: 0 } }),
    'GET /v1/static-export/jobs/se_1': () => ({ body: exportJob }),
    'POST /v1/static-export/jobs/se_1/bundle': () => ({
      body: {
        jobId: 'se_1',
        bundleUrl: `${service.baseUrl}/bundle?signature=s3cret`,
        sizeBytes: bundle.sizeBytes,
        sha256: bundle.sha256,
        expiresAt: '2026-01-01T01:00:00.000Z',
      },
    }),
    'GET /bundle?signature=s3cret': () => ({ body: download, headers: { 'content-type': 'application/gzip' } }),
    ...changes,
  });
  return service;
}

test('an export is started, downloaded, verified and named after its domain and version', async () => {
  await using service = await startExporting(archive);
  const { code, json } = await runJson(['export', '--domain', 'docs.example.com'], { env: service.env, cwd: folder });
  assert.equal(code, 0);
  assert.equal(json['file'], join(folder, 'docs.example.com-v1.tar.gz'));
  assert.equal(json['verified'], true);
  assert.deepEqual(readFileSync(join(folder, 'docs.example.com-v1.tar.gz')), archive);
});

test('the bundle’s link is followed without the API key', async () => {
  await using service = await startExporting(archive);
  await runJson(['export', '--domain', 'docs.example.com', '-o', join(folder, 'key.tar.gz')], { env: service.env });
  const download = service.requests.find(({ route }) => route.startsWith('GET /bundle'));
  assert.equal(download?.authorization, undefined);
});

test('an export exits with 1 and leaves no file if one byte of the download was changed', async () => {
  const changed = Buffer.from(archive);
  changed[changed.length >> 1]! ^= 1;
  await using service = await startExporting(changed);
  const out = mkdtempSync(join(folder, 'changed-'));
  const { code, stderr } = await runCommand(['export', '--domain', 'docs.example.com', '-o', out], {
    env: service.env,
  });
  assert.equal(code, 1);
  assert.match(stderr, /the downloaded bundle was rejected/);
  assert.deepEqual(readdirSync(out), []);
});

test('a response that is longer than the bundle is cut off, and a shorter response is reported', async () => {
  for (const [body, pattern] of [
    [Buffer.concat([archive, Buffer.alloc(10)]), /larger than the expected \d+ bytes/],
    [archive.subarray(0, 100), /ended after 100 of \d+ bytes/],
  ] as const) {
    await using service = await startExporting(body);
    const { stderr } = await runCommand(['export', '--domain', 'd', '-o', join(folder, 'x.tar.gz')], {
      env: service.env,
    });
    assert.match(stderr, pattern);
  }
  assert.ok(!existsSync(join(folder, 'x.tar.gz')));
});

test('a rejected link is reported with its status but without the link', async () => {
  await using service = await startExporting(archive, { 'GET /bundle?signature=s3cret': () => ({ status: 403 }) });
  const out = mkdtempSync(join(folder, 'refused-'));
  const { code, stderr } = await runCommand(['export', '--domain', 'd', '-o', out], { env: service.env });
  assert.equal(code, 5);
  assert.match(stderr, /the link returned status 403/);
  assert.ok(!stderr.includes('s3cret'));
});

test('a failed export exits with 1 and prints its cause', async () => {
  const failed = { ...exportJob, status: 'failed', error: 'no docs.json', errorCode: 'no_docs_config' };
  await using service = await startExporting(archive, { 'GET /v1/static-export/jobs/se_1': () => ({ body: failed }) });
  const { code, stdout } = await runCommand(['export', '--domain', 'd'], { env: service.env, cwd: folder });
  assert.equal(code, 1);
  assert.match(stdout, /Error +no docs\.json \(no_docs_config\)/);
});

test('an existing file is rejected before the job starts, unless --force is given', async () => {
  const path = join(folder, 'mine.tar.gz');
  writeFileSync(path, 'mine');
  await using service = await startExporting(archive);
  const args = ['export', '--domain', 'docs.example.com', '-o', path];
  assert.equal((await runCommand(args, { env: service.env })).code, 2);
  assert.equal(service.requests.length, 0);
  assert.equal((await runCommand([...args, '--force'], { env: service.env })).code, 0);
  assert.deepEqual(readFileSync(path), archive);
});

test('--project exports a project, and --no-download prints a link', async () => {
  await using service = await startExporting(archive, {
    'POST /v1/static-export/proj_9/jobs': () => ({ status: 202, body: exportJob }),
  });
  const args = ['export', '--project', 'proj_9', '--path', 'index', '--path', 'guide', '--strict', '--no-download'];
  const { json } = await runJson(args, { env: service.env });
  assert.match(String(json['bundleUrl']), /signature=/);
  assert.deepEqual(service.requests[0]?.body, { paths: ['index', 'guide'], strict: true });
});
