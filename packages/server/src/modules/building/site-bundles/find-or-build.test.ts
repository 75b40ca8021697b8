import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { verifyBundle } from '@docwright/bundle';
import type { FetchedSpec } from '@docwright/site-builder';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { systemClock } from '../../../platform/clock/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { createSiteRenderer, type SiteRenderer } from '../site-rendering/index.ts';
import { createBundleCaches } from './bundle-caches.ts';
import { findOrBuildBundle, type SiteBundleDeps, type SiteBundleRequest } from './find-or-build.ts';
import type { SiteBundleTables } from './tables.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

let root = '';
let renderer: SiteRenderer;
let database: ModuleDatabase<SiteBundleTables>;
let deps: SiteBundleDeps;
const project = {
  id: 'proj_bundles',
  organization_id: HOME,
  repository: 'local:a',
  branch: 'main',
  docs_folder: '',
  deployment_kind: 'cloud',
  features: {},
} as unknown as ProjectRow;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-bundles-'));
  const log = createLogger({ level: 'silent' });
  renderer = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: root });
  database = await openModuleDatabase<SiteBundleTables>();
  await database.pool.query(
    `insert into projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
     values ($1, $2, 'Docs', 'local:a', 'main', '', 'cloud', 'builtin/rules-1', '{}', false)`,
    [project.id, HOME],
  );
  const linkSecrets = ['secret'] as const;
  deps = {
    database,
    renderer,
    blobs: await FileSystemStore.open({ folder: join(root, 'blobs'), linkSecrets, linkBaseUrl: 'http://localhost:1' }),
    findWebRepository: async () => undefined,
    bundleCaches: createBundleCaches(),
    fetchSpecs: async () => {
      throw new Error('nobody names a specification');
    },
    signingKey: undefined,
    maxFiles: 120_000,
    generator: 'test',
  };
});
after(async () => {
  await renderer.close();
  await database.close();
  await rm(root, { recursive: true, force: true });
});

const files = (text: string): ReadonlyMap<string, string> =>
  new Map([
    [
      'docs.json',
      JSON.stringify({ theme: 'mint', name: 'S', colors: { primary: '#000000' }, navigation: { pages: ['a'] } }),
    ],
    ['a.mdx', `---\ntitle: A\n---\n\n${text} [gone](/nowhere)\n`],
  ]);

function request(commit: string, changes: Partial<SiteBundleRequest> = {}) {
  const loads = { count: 0 };
  const made: SiteBundleRequest = {
    outsideSlot: (work) => work(),
    madeFor: `se_${commit.slice(0, 4)}`,
    project,
    commit,
    siteUrl: '',
    domain: '',
    basePath: '',
    paths: null,
    policy: { restricted: 'exclude', excludeOrphans: false },
    version: commit,
    repositoryUrl: 'https://code.example.com/a',
    loadFolder: async () => {
      loads.count += 1;
      const known = files(commit);
      return { paths: [...known.keys()], read: (path) => Buffer.from(known.get(path) ?? '') };
    },
    readEach: async (paths) => {
      const texts = paths.map((path) => files(commit).get(path));
      return texts.map((text) => (text === undefined ? undefined : Buffer.from(text)));
    },
    onProgress: () => undefined,
    signal: AbortSignal.timeout(hangLimitMs),
    ...changes,
  };
  return { loads, made };
}

const blobKeys = async (): Promise<string[]> => Array.fromAsync(deps.blobs.list('bundles/'), ({ key }) => key);

test('a second request for the same contents gets the first bundle and its issues, and loads no folder', async () => {
  const first = await findOrBuildBundle(deps, request('1'.repeat(40)).made);
  assert.equal(first.reused, false);
  assert.equal(first.row.page_count, 1);
  assert.equal(first.row.issue_count, 1);
  const again = request('1'.repeat(40), { madeFor: 'dpl_1' });
  const second = await findOrBuildBundle(deps, again.made);
  assert.equal(second.reused, true);
  assert.deepEqual(second.row, first.row);
  assert.equal(again.loads.count, 0);
});

test('a bundle whose file is missing or truncated is created again with a new row, and the old rows stay', async () => {
  const commit = '2'.repeat(40);
  const { row } = await findOrBuildBundle(deps, request(commit).made);
  await deps.blobs.put(row.blob_key, Buffer.from('cut'), { contentType: 'application/gzip' });
  const second = await findOrBuildBundle(deps, request(commit, { madeFor: 'dpl_2' }).made);
  assert.equal(second.reused, false);
  assert.equal(second.row.sha256, row.sha256);
  await deps.blobs.delete(second.row.blob_key);
  const third = await findOrBuildBundle(deps, request(commit, { madeFor: 'dpl_3' }).made);
  assert.equal(third.reused, false);
  const { rows } = await database.pool.query('select id from site_bundles where commit = $1', [commit]);
  assert.equal(rows.length, 3);
});

test('two concurrent builds of the same contents produce one bundle, and leave no other files', async () => {
  const commit = '3'.repeat(40);
  const before = (await blobKeys()).length;
  const both = await Promise.all([
    findOrBuildBundle(deps, request(commit, { madeFor: 'se_x' }).made),
    findOrBuildBundle(deps, request(commit, { madeFor: 'dpl_x' }).made),
  ]);
  assert.equal(both[0].row.id, both[1].row.id);
  // The archive and its index.
  assert.equal((await blobKeys()).length, before + 2);
});

test('a job’s second attempt overwrites the file that the first one left without a row', async () => {
  const commit = '4'.repeat(40);
  await deps.blobs.put(`bundles/${HOME}/${project.id}/se_4444.tar.gz`, Buffer.from('half'), {
    contentType: 'application/gzip',
  });
  const { row, reused } = await findOrBuildBundle(deps, request(commit).made);
  assert.equal(reused, false);
  assert.equal((await deps.blobs.head(row.blob_key))?.sizeBytes, row.size_bytes);
});

test('a specification by URL is part of the bundle’s pages, manifest and identity; an unavailable one is an issue and is fetched again', async () => {
  const commit = '5'.repeat(40);
  const url = 'https://api.example.com/openapi.json';
  const config = (openapi: string): string =>
    JSON.stringify({
      theme: 'mint',
      name: 'S',
      colors: { primary: '#000000' },
      navigation: {
        groups: [
          { group: 'Start', pages: ['a'] },
          { group: 'API', openapi },
        ],
      },
    });
  const site = new Map([...files(commit), ['docs.json', config(url)]]);
  const remote = (changes: Partial<SiteBundleRequest>) =>
    request(commit, {
      loadFolder: async () => ({ paths: [...site.keys()], read: (path) => Buffer.from(site.get(path) ?? '') }),
      readEach: async (paths) => paths.map((path) => (site.has(path) ? Buffer.from(site.get(path) ?? '') : undefined)),
      ...changes,
    }).made;
  const asked: (readonly string[])[] = [];
  let answer: FetchedSpec = { url, problem: 'the host returned status 503.' };
  const fetchSpecs: SiteBundleDeps['fetchSpecs'] = async ({ urls }) => {
    asked.push(urls);
    return [answer];
  };
  const build = async (madeFor: string) => findOrBuildBundle({ ...deps, fetchSpecs }, remote({ madeFor }));

  const away = await build('se_away');
  assert.equal(away.row.page_count, 1);
  const issue = away.row.issues.find(({ code }) => code === 'openapi-remote-spec');
  assert.match(issue?.message ?? '', /openapi\.json could not be fetched: the host returned status 503\./);

  const spec = (version: string): FetchedSpec => {
    const paths = { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets.' } } } } };
    const bytes = Buffer.from(JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version }, paths }));
    return { url, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  };
  answer = spec('1');
  const there = await build('se_there');
  assert.deepEqual([there.row.page_count, there.row.issues.map(({ code }) => code)], [2, ['broken-link']]);
  const { body } = await deps.blobs.open(there.row.blob_key);
  const verdict = await verifyBundle({ stream: body });
  assert.ok(verdict.ok);
  const { manifest } = verdict.bundle;
  assert.deepEqual(manifest.specifications, [{ url, sha256: 'sha256' in answer ? answer.sha256 : '' }]);
  assert.deepEqual(
    manifest.files.filter(({ path }) => path.includes('.docwright/')),
    [],
  );
  assert.equal((await build('se_again')).reused, true);
  answer = spec('2');
  assert.equal((await build('se_newer')).reused, false);
  assert.deepEqual(
    asked,
    Array.from({ length: 4 }, () => [url]),
  );
});

test('an organization at its quota gets existing bundles but no new ones, and the size of a created bundle is reported', async () => {
  const added: number[] = [];
  const storage = {
    findExcess: async (): Promise<string | undefined> => 'It is full.',
    requireRoom: async () => undefined,
    roomOf: async () => 0,
    added: async (_organizationId: string, { bundles = 0 }) => void added.push(bundles),
  };
  const made = await findOrBuildBundle(
    { ...deps, storage: { ...storage, findExcess: async () => undefined } },
    request('7'.repeat(40), { madeFor: 'se_7' }).made,
  );
  assert.deepEqual(added, [made.row.size_bytes]);
  const again = await findOrBuildBundle({ ...deps, storage }, request('7'.repeat(40), { madeFor: 'dpl_7' }).made);
  assert.equal(again.reused, true);
  const before = await blobKeys();
  await assert.rejects(findOrBuildBundle({ ...deps, storage }, request('8'.repeat(40), { madeFor: 'dpl_8' }).made), {
    code: 'storage_quota_exceeded',
    message: 'It is full.',
  });
  assert.deepEqual(await blobKeys(), before);
  assert.equal(added.length, 1);
});

test('only a site whose docs.json turns on edit links is built with links to the editor', async () => {
  const editorUrl = 'https://docs.example/edit/proj_bundles/main';
  const build = async (commit: string, feedback: object | undefined, changes: Partial<SiteBundleRequest>) => {
    const config = JSON.stringify({ ...JSON.parse(files('').get('docs.json') ?? ''), feedback });
    const known = new Map([...files(commit), ['docs.json', config]]);
    const asked: unknown[] = [];
    const watching: SiteRenderer = {
      ...renderer,
      render: (one) => {
        asked.push(one.editorUrl);
        return renderer.render(one);
      },
    };
    const { reused } = await findOrBuildBundle(
      { ...deps, renderer: watching },
      request(commit, {
        loadFolder: async () => ({ paths: [...known.keys()], read: (path) => Buffer.from(known.get(path) ?? '') }),
        readEach: async (paths) =>
          paths.map((path) => (known.has(path) ? Buffer.from(known.get(path) ?? '') : undefined)),
        ...changes,
      }).made,
    );
    return reused ? 'reused' : asked;
  };
  const [plain, linked] = ['e'.repeat(40), 'f'.repeat(40)];
  assert.deepEqual(await build(plain, undefined, { editorUrl }), [undefined]);
  assert.equal(await build(plain, undefined, {}), 'reused');
  assert.deepEqual(await build(linked, { suggestEdit: true }, { editorUrl }), [editorUrl]);
  assert.deepEqual(await build(linked, { suggestEdit: true }, { madeFor: 'se_export' }), [undefined]);
});
