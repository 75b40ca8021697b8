import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { contentTypeOf, createBundleWriter, featuresByKind } from '@docwright/bundle';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { createFixedClock, systemClock } from '../../../platform/clock/index.ts';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { createMirrorStore } from '../../../platform/git/index.ts';
import { makeTestRepository, type TestRepository } from '../../../platform/git/testing/test-repository.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { insertImage, pngOf } from '../../../testing/insert-image.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER } from '../../../testing/module-database.ts';
import { baseUrl, openModuleRoutes, type ModuleRequest, type ModuleRoutes } from '../../../testing/module-routes.ts';
import type { AgentJobTables } from '../../agent/agent-jobs/index.ts';
import type { ExportTables } from '../exports/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { createSiteRenderer, type SiteRenderer } from '../../building/site-rendering/index.ts';
import { createPreviewCache } from './preview-cache.ts';
import { createPreviewLinks, type PreviewTarget } from './preview-link.ts';
import { registerPreviewPages, registerPreviewRoutes, type PreviewRouteDeps } from './routes.ts';

const log = createLogger({ level: 'silent' });
const secrets = ['new', 'old'] as const;
const clock = createFixedClock(new Date());
const html = '<!doctype html><html><body><a href="/docs/b">b</a></body></html>';

describe('previews', () => {
  let service: ModuleRoutes<AgentJobTables & ProjectTables & ExportTables>;
  let renderer: SiteRenderer;
  let blobs: FileSystemStore;
  let root = '';
  let project = '';
  let count = 0;
  let connect: PreviewRouteDeps['connectRepository'];
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-previews-'));
    blobs = await FileSystemStore.open({ folder: root, linkBaseUrl: `${baseUrl}/v1/blobs`, linkSecrets: secrets });
    renderer = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: root });
    const cache = createPreviewCache({ root: join(root, 'previews'), maxBytes: 10_000_000, log });
    service = await openModuleRoutes((routes, { database, app }) => {
      const deps: PreviewRouteDeps = {
        database,
        blobs,
        cache,
        renderer,
        clock,
        baseUrl,
        linkSecrets: secrets,
        previewUrl: undefined,
        connectRepository: (owner) => connect(owner),
      };
      registerPreviewRoutes(routes, deps);
      registerPreviewPages(app, deps);
    });
  });
  after(async () => {
    await renderer.close();
    await service.close();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    count += 1;
    project = await insertProject(service.database, `proj_${count}`);
  });
  const query = (text: string, ...values: unknown[]) => service.database.pool.query(text, values);
  const ask = (method: string, path: string, more: ModuleRequest = {}) => service.request(method, path, more);
  /** Requests as a browser does: only with the address, without a key. */
  const get = (url: string, headers: Record<string, string> = {}) =>
    ask('GET', url.replace(baseUrl, ''), { as: null, headers });
  const lastAction = async (target: string) =>
    (await query('SELECT action FROM audit_events WHERE target_id = $1 ORDER BY id DESC', target)).rows[0]?.action;

  /** Adds a completed export whose bundle contains these files. */
  async function addExport(id: string, files: Record<string, string>, basePath = ''): Promise<string> {
    const chunks: Buffer[] = [];
    const writer = createBundleWriter({
      output: async (chunk) => void chunks.push(Buffer.from(chunk)),
      gzipLevel: 1,
    });
    for (const [path, text] of Object.entries(files)) await writer.add({ path, bytes: Buffer.from(text) });
    const bundle = await writer.finish({
      version: '1',
      commit: '',
      basePath,
      generator: 'test',
      deploymentKind: 'cloud',
      redirects: [],
      createdFrom: { repository: '', branch: '', directory: '', domain: '' },
      features: featuresByKind({}),
    });
    const key = `bundles/${id}.tar.gz`;
    const { sizeBytes } = await blobs.put(key, Buffer.concat(chunks), { contentType: contentTypeOf('x.tar.gz') });
    await query(
      `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict, sha256, size_bytes, blob_key)
       VALUES ($1, $2, $3, 'completed', $4, false, $5, $6, $7)`,
      id,
      HOME,
      project,
      basePath,
      bundle.sha256,
      sizeBytes,
      key,
    );
    return id;
  }
  const exported = (files: Record<string, string> = { 'a.html': html }, basePath = '') =>
    addExport(`se_${count}`, files, basePath);
  const preview = (id: string, more: ModuleRequest = {}) => ask('POST', `/v1/static-export/jobs/${id}/preview`, more);

  describe('previews of an export', () => {
    test('are pages in a separate origin that only the service’s dashboard can frame, and their addresses resolve within the preview', async () => {
      const id = await exported({ 'a.html': html, 'x.js': 'export {}', '404.html': '<p>none</p>' }, '/docs');
      const { json } = await preview(id);
      assert.equal(Date.parse(json.expiresAt), clock.now() + 3_600_000);
      assert.ok(json.url.endsWith('/docs/'));
      const page = await get(`${json.url}a`, { cookie: 'docwright.session_token=x' });
      assert.equal(page.status, 200);
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^sandbox allow-scripts allow-popups; frame-ancestors https:\/\/docs\.example;/);
      assert.doesNotMatch(policy, /allow-same-origin|allow-top-navigation|allow-forms/);
      assert.deepEqual([page.headers.get('set-cookie'), page.headers.get('access-control-allow-origin')], [null, null]);
      assert.equal(page.headers.get('cache-control'), 'private, no-store');
      const { pathname } = new URL(json.url);
      assert.ok(page.text.includes(`href="${pathname}b"`), page.text);
      const script = await get(`${json.url}x.js`);
      assert.deepEqual([script.status, script.headers.get('access-control-allow-origin')], [200, '*']);
      const missing = await get(`${json.url}none`);
      assert.deepEqual([missing.status, missing.text], [404, '<p>none</p>']);
      assert.equal(await lastAction(id), 'static_export.preview_link_created');
    });

    test('serve only the site’s files below their address', async () => {
      const { json } = await preview(await exported());
      for (const path of [
        '..%2f..%2fmaster-key.txt',
        '%2e%2e/%2e%2e/x',
        'a%00b',
        'a\\b',
        '%ff',
        'manifest.json',
        '.',
      ]) {
        const answer = await get(`${json.url}${path}`);
        assert.ok([400, 404].includes(answer.status), `${path}: ${answer.status}`);
      }
    });

    test('are created only for people who may access the export, and only for a completed export', async () => {
      const id = await exported();
      for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
        const answers = [
          await preview(id, { as }),
          await ask('GET', `/v1/static-export/jobs/${id}/compare/${id}`, { as }),
        ];
        for (const answer of answers) assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
      }
      await query(
        `INSERT INTO export_jobs (id, organization_id, project_id, status, base_path, strict) VALUES ($1, $2, $3, 'running', '', false)`,
        `${id}_r`,
        HOME,
        project,
      );
      const early = await preview(`${id}_r`);
      assert.deepEqual([early.status, early.json.code], [409, 'export_not_completed']);
    });

    test('end with their project, even if they are cached', async () => {
      const { json } = await preview(await exported());
      assert.equal((await get(`${json.url}a`)).status, 200);
      await query('DELETE FROM projects WHERE id = $1', project);
      const ended = await get(`${json.url}a`);
      assert.deepEqual([ended.status, ended.json.code], [403, 'link_invalid']);
    });

    for (const [what, code, damage] of [
      ['gone', 'bundle_missing', (file: string) => rm(file)],
      ['cut', 'bundle_damaged', (file: string) => truncate(file, 100)],
    ] as const) {
      test(`are refused, like comparisons, if the export’s bundle is ${what}`, async () => {
        const id = await exported();
        await damage(join(root, 'objects', 'bundles', `${id}.tar.gz~`));
        for (const answer of [await preview(id), await ask('GET', `/v1/static-export/jobs/${id}/compare/${id}`)]) {
          assert.deepEqual([answer.status, answer.json.code], [410, code], answer.text);
        }
      });
    }

    test('have a comparison with another export that lists the pages with different content', async () => {
      const now = await exported({ 'a.html': '1', 'a.md': '1', 'b.html': '1' });
      const old = await addExport(`${now}_old`, { 'a.html': '2', 'a.md': '2', 'c.html': '1' });
      const compare = async (one: string, other: string) =>
        (await ask('GET', `/v1/static-export/jobs/${one}/compare/${other}`)).json;
      const { added, removed, changed } = await compare(now, old);
      assert.deepEqual([added, removed, changed], [['b'], ['c'], ['a']]);
      assert.deepEqual((await compare(old, now)).added, ['c']);
      assert.equal((await compare(now, now)).unchangedCount, 2);
    });
  });

  describe('previews of an agent job', () => {
    let repository: TestRepository;
    let commit = '';
    beforeEach(() => {
      repository = makeTestRepository();
      const docs = {
        theme: 'mint',
        name: 'S',
        colors: { primary: '#000000' },
        navigation: { pages: ['index', 'old'] },
      };
      commit = repository.commit({
        'docs.json': JSON.stringify(docs),
        'index.mdx': '---\ntitle: Home\n---\n\nLantern.\n',
        'old.mdx': '---\ntitle: Old\n---\n\nOld.\n',
      });
      const mirrors = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
      connect = async () => ({
        host: undefined as never,
        path: '',
        mirror: mirrors.open({ id: 'docs', url: repository.url }),
      });
    });
    afterEach(() => repository.remove());
    /** Adds a job with these changes to its base; null deletes a file. */
    async function addJob(changes: Record<string, string | null>, base: string | null = commit): Promise<string> {
      const id = `aj_${count}`;
      await query(
        `INSERT INTO agent_jobs (id, organization_id, project_id, status, model, repository, prompt, base_branch, as_draft, usage, base_commit)
         VALUES ($1, $2, $3, 'completed', 'm', 'local:x', $4, 'main', true, '{}', $5)`,
        id,
        HOME,
        project,
        'Change "it"',
        base,
      );
      for (const [path, text] of Object.entries(changes)) {
        const row = [id, path, text === null ? 'delete' : 'write', text === null ? null : Buffer.from(text)];
        await query('INSERT INTO agent_job_overlay (job_id, path, kind, content) VALUES ($1, $2, $3, $4)', ...row);
      }
      return id;
    }
    const show = (id: string, more: ModuleRequest = {}) => ask('POST', `/v2/agent/${project}/job/${id}/preview`, more);

    test('show each changed page before and after the job, with marked changes, until the job is deleted', async () => {
      const id = await addJob({ 'index.mdx': '---\ntitle: Home\n---\n\nLamp.\n', 'old.mdx': null, 'notes.txt': 'x' });
      const { status, json, text } = await show(id);
      assert.equal(status, 200, text);
      const pages = Object.fromEntries(json.pages.map((page: { path: string }) => [page.path, page]));
      assert.deepEqual(Object.keys(pages).toSorted(), ['index.mdx', 'old.mdx']);
      assert.deepEqual([pages['index.mdx'].change, pages['old.mdx'].change], ['modified', 'deleted']);
      assert.equal(pages['old.mdx'].afterUrl, null);
      const [was, is] = [await get(pages['index.mdx'].beforeUrl), await get(pages['index.mdx'].afterUrl)];
      assert.ok(was.text.includes('Lantern.') && !was.text.includes('Lamp.') && is.text.includes('Lamp.'));
      assert.deepEqual(pages['index.mdx'].changes, { before: 1, after: 1 });
      assert.deepEqual(pages['old.mdx'].changes, { before: 0, after: 0 });
      for (const side of [was, is])
        assert.match(side.text, / data-docwright-change><span id="docwright-change-1"><\/span>La/);
      const again = (await show(id)).json.pages.find((page: { path: string }) => page.path === 'index.mdx');
      assert.deepEqual(again.changes, { before: 1, after: 1 });
      assert.equal((await get(again.afterUrl)).text.split('docwright-change-1').length, 2, 'marked once');
      assert.match(is.headers.get('content-security-policy') ?? '', /^sandbox /);
      assert.equal(await lastAction(id), 'agent_job.preview_link_created');
      await query('DELETE FROM agent_jobs WHERE id = $1', id);
      const ended = await get(pages['index.mdx'].afterUrl);
      assert.deepEqual(
        [ended.status, ended.json.code],
        [403, 'link_invalid'],
        'the response doesn’t reveal whether the job existed',
      );
    });

    test('show an image that the job added', async () => {
      const id = await addJob({ 'index.mdx': '---\ntitle: Home\n---\n\n![A lamp](/images/lamp.png)\n' });
      const { digest } = await insertImage(service.database, id, pngOf('lamp'));
      await query(
        `INSERT INTO agent_job_overlay (job_id, path, kind, image) VALUES ($1, 'images/lamp.png', 'image', $2)`,
        id,
        digest,
      );
      const { json, text } = await show(id);
      assert.equal(json.pages?.length, 1, text);
      const [{ beforeUrl, afterUrl }] = json.pages;
      const html = (await get(afterUrl)).text;
      const [, source = ''] = /<img[^>]* src="([^"]*lamp[^"]*\.png)"/.exec(html) ?? [];
      const shown = await get(String(new URL(source, new URL(afterUrl, 'http://localhost'))));
      assert.equal(shown.status, 200, html);
      assert.match(shown.text, /lamp$/);
      assert.ok(!(await get(beforeUrl)).text.includes('lamp.png'));
    });

    test('don’t exist without a changed page or a base commit, and then don’t need the repository', async () => {
      connect = () => Promise.reject(new Error('unexpected connection'));
      assert.deepEqual((await show(await addJob({ 'docs.json': '{}' }))).json.pages, []);
      await query('DELETE FROM agent_jobs');
      assert.deepEqual((await show(await addJob({ 'index.mdx': 'x' }, null))).json.pages, []);
    });

    test('are treated as nonexistent for another organization or project', async () => {
      const id = await addJob({ 'index.mdx': 'x' });
      for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
        assert.equal((await show(id, { as })).status, 404, JSON.stringify(as));
      }
      project = await insertProject(service.database, `${project}_other`);
      assert.equal((await show(id)).status, 404);
    });

    for (const [what, failure] of [
      ['a missing repository', new CodeHostError('repository-not-found', 'It is not there.')],
      ['an unavailable code host', new CodeHostError('unavailable', 'It does not answer.')],
    ] as const) {
      test(`are refused, with the reason, for ${what}`, async () => {
        connect = () => Promise.reject(failure);
        const refused = await show(await addJob({ 'index.mdx': 'x' }));
        assert.equal(refused.json.code, 'preview_failed');
        assert.ok(refused.json.error.includes(failure.message));
      });
    }

    test('are refused if the job deleted docs.json, and then leave nothing on disk', async () => {
      const before = await readdir(join(root, 'previews')).catch(() => []);
      const refused = await show(await addJob({ 'index.mdx': '# x', 'docs.json': null }));
      assert.equal(refused.json.code, 'preview_failed', refused.text);
      assert.deepEqual(await readdir(join(root, 'previews')).catch(() => []), before);
    });
  });
});

describe('a preview’s link', () => {
  const target: PreviewTarget = { kind: 'export', organizationId: HOME, projectId: 'p', jobId: 'j', name: 'n".é' };
  const links = createPreviewLinks(secrets);
  const until = new Date('2030-01-01T00:00:00Z');

  test('is valid for its signed target until it expires', () => {
    const token = links.sign(target, until);
    assert.deepEqual(links.verify(token, until.getTime() - 1), target);
    assert.equal(links.verify(token, until.getTime()), undefined);
    assert.match(token, /^[\w.-]+$/, 'it is one segment of a path');
  });

  test('stays valid after a new secret was added while the old one is accepted', () => {
    assert.deepEqual(links.verify(createPreviewLinks(['old']).sign(target, until), 0), target);
    assert.equal(links.verify(createPreviewLinks(['other']).sign(target, until), 0), undefined);
  });

  test('is invalid if a part of it was altered, removed or added', () => {
    const token = links.sign(target, until);
    const [payload = '', mac = ''] = token.split('.');
    const fields = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forge = (index: number, value: unknown) =>
      `${Buffer.from(JSON.stringify(fields.with(index, value))).toString('base64url')}.${mac}`;
    for (const bad of [
      forge(0, 'after'),
      forge(1, OTHER),
      forge(3, 'j2'),
      forge(5, 9_999_999_999),
      payload,
      `${payload}.`,
      `.${mac}`,
      `${payload}.${'A'.repeat(43)}`,
      `${token}.x`,
      `${payload}.${mac}=`.replace('.', '..'),
      '',
      '.',
      '__proto__',
    ]) {
      assert.equal(links.verify(bad, 0), undefined, bad.slice(-60));
    }
  });
});
