import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { FaultPoint } from '../../../platform/fault-points/index.ts';
import { createMirrorStore } from '../../../platform/git/index.ts';
import { makeTestRepository, type TestRepository } from '../../../platform/git/testing/test-repository.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { createBundleCaches } from '../../building/site-bundles/index.ts';
import { createSiteRenderer, type SiteRenderer } from '../../building/site-rendering/index.ts';
import { failExport } from './end-export.ts';
import { runExport, type RunExportDeps } from './run-export.ts';
import { claimExportJob, type ExportTables } from './store.ts';
import { openExports, type TestExports } from './testing/open-exports.ts';

const never = new AbortController().signal;
const attempt = (exportJobId: string, signal = never) => ({
  exportJobId,
  signal,
  outsideSlot: <T>(work: () => Promise<T>) => work(),
});
const docs = { theme: 'mint', name: 'S', colors: { primary: '#000000' }, navigation: { pages: ['index', 'a'] } };
const site = {
  'docs.json': JSON.stringify(docs),
  'index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
  'a.mdx': '---\ntitle: A\n---\n\n[gone](/nowhere)\n',
};

describe('an export run', () => {
  let exports: TestExports;
  let renderer: SiteRenderer;
  let repository: TestRepository;
  let deps: RunExportDeps;
  let id = '';
  let count = 0;
  let onFault: Parameters<FaultPoint>[0] | undefined;
  let fault: () => void = () => undefined;
  before(async () => {
    exports = await openExports();
    const log = createLogger({ level: 'silent' });
    renderer = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: exports.folder });
  });
  after(async () => {
    await renderer.close();
    await exports.close();
  });
  beforeEach(async () => {
    count += 1;
    repository = makeTestRepository();
    repository.commit(site);
    const domain = `docs-${count}.example`;
    await exports.addProject(`proj_${count}`, { domain });
    id = await start({});
    onFault = undefined;
    const mirrors = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
    deps = {
      database: exports.service.database as unknown as RunExportDeps['database'],
      renderer,
      blobs: exports.blobs,
      findWebRepository: async () => undefined,
      bundleCaches: createBundleCaches(),
      fetchSpecs: async () => [],
      signingKey: undefined,
      maxFiles: 120_000,
      generator: 'test',
      publishEvent: exports.publishEvent,
      connectRepository: async () => ({
        host: undefined as never,
        path: '',
        mirror: mirrors.open({ id: 'docs', url: repository.url }),
      }),
      repositoryUrl: (stored) => stored,
      clock: systemClock,
      log: createLogger({ level: 'silent' }),
      faultPoint: (name) => {
        if (name === onFault) fault();
      },
    };
  });
  afterEach(() => repository.remove());
  const start = async (body: object): Promise<string> => {
    const request = { domain: `docs-${count}.example`, ...body };
    return (await exports.service.request('POST', '/v1/static-export/jobs', { body: request })).json.jobId;
  };
  const show = async () => (await exports.service.request('GET', `/v1/static-export/jobs/${id}`)).json;
  const database = (): Database<ExportTables> => exports.service.database;
  const endsAs = async (code: string, message: RegExp) => {
    await runExport(deps, attempt(id));
    const job = await show();
    assert.deepEqual([job.status, job.errorCode], ['failed', code], job.error);
    assert.match(job.error, message);
  };

  test('ends with every page, its findings and a bundle, and a second run does nothing', async () => {
    await runExport(deps, attempt(id));
    const job = await show();
    assert.deepEqual([job.status, job.progress, job.pageCount, job.totalPages], ['completed', 100, 2, 2]);
    assert.equal(job.commit, repository.git('rev-parse', 'main'));
    assert.equal(job.issueCount, job.issues.length);
    assert.ok(job.issues.some((issue: { path: string }) => issue.path === 'a.mdx'));
    assert.ok(job.bundleUrl.startsWith('https://docs.example/v1/blobs/'));
    const reported = exports.events.length;
    await runExport(deps, attempt(id));
    assert.deepEqual([(await show()).updatedAt, exports.events.length], [job.updatedAt, reported]);
  });

  test('continues after a crash with the commit that the first attempt fixed, even after another push', async () => {
    onFault = 'export.commit-fixed';
    fault = () => {
      throw new Error('the worker is lost');
    };
    await assert.rejects(runExport(deps, attempt(id)), /lost/);
    const fixed = (await show()).commit;
    repository.commit({ 'index.mdx': '---\ntitle: Newer\n---\n' });
    onFault = undefined;
    await runExport(deps, attempt(id));
    const job = await show();
    assert.deepEqual([job.status, job.commit], ['completed', fixed]);
    assert.notEqual(repository.git('rev-parse', 'main'), fixed);
  });

  test('and a run that takes over its job report only one end between them', async () => {
    onFault = 'export.completing';
    let taken: Promise<unknown> = Promise.resolve();
    fault = () => void (taken = claimExportJob(database().kysely, id));
    const reported = exports.events.length;
    await runExport(deps, attempt(id));
    await taken;
    const job = await show();
    // Either order results in one end, because the fencing token decides.
    if (job.status === 'running') assert.equal(exports.events.length, reported);
    onFault = undefined;
    await runExport(deps, attempt(id));
    assert.deepEqual([(await show()).status, exports.events.length], ['completed', reported + 1]);
  });

  test('ends without an error if it was canceled while it was opening the repository, and stays canceled', async () => {
    const { connectRepository } = deps;
    deps = {
      ...deps,
      connectRepository: async (owner) => {
        await failExport(
          { database: database(), publishEvent: exports.publishEvent },
          { id, code: 'cancelled', message: 'no' },
        );
        return connectRepository(owner);
      },
    };
    await runExport(deps, attempt(id));
    assert.deepEqual([(await show()).status, (await show()).errorCode], ['failed', 'cancelled']);
  });

  test('ends with the cause if the repository’s folder is missing', async () => {
    await rename(repository.bare, `${repository.bare}.away`);
    await endsAs('repository_damaged', /its folder is missing/);
  });

  test('ends with the cause if the branch is missing', async () => {
    repository.git('branch', '--move', 'main', 'trunk');
    await endsAs('branch_not_found', /main/);
  });

  test('ends with the cause if the site has no docs.json', async () => {
    repository.commit({ 'docs.json': null });
    await endsAs('no_docs_config', /docs\.json/);
  });

  test('ends at a page’s error if it is strict, and keeps the findings', async () => {
    repository.commit({ 'a.mdx': '---\ntitle: A\n---\n\n<Card>\n' });
    id = await start({ strict: true });
    await endsAs('strict_issues', /error-level/);
    const job = await show();
    assert.ok(job.issueCount >= 1 && job.issues.some((issue: { severity: string }) => issue.severity === 'error'));
  });

  test('is retried, without failing the job, if the store accepts nothing', async () => {
    const incoming = join(exports.folder, 'incoming');
    await rename(incoming, `${incoming}.aside`);
    await writeFile(incoming, '');
    try {
      await assert.rejects(runExport(deps, attempt(id)));
      assert.equal((await show()).status, 'running');
    } finally {
      await rm(incoming);
      await rename(`${incoming}.aside`, incoming);
    }
    await runExport(deps, attempt(id));
    assert.equal((await show()).status, 'completed');
  });

  test('is interrupted, without failing the job, if the service stops', async () => {
    const stopping = new AbortController();
    onFault = 'export.commit-fixed';
    fault = () => stopping.abort(new Error('the service stops'));
    await assert.rejects(runExport(deps, attempt(id, stopping.signal)));
    assert.equal((await show()).status, 'running');
  });
});
