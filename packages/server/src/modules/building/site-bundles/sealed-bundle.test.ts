/** Tests a site with groups from its build to its readers' views: builder process, bundle, blob store, and view. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { resolveFeatures } from '@docwright/bundle';
import type { AudienceSettings } from '@docwright/site-builder';
import { openSiteKnowledge } from '@docwright/site-assistant';
import {
  BodyCache,
  openAnswerSlots,
  openBundleSource,
  PreparedBudget,
  SharedReads,
  SiteAnswers,
} from '@docwright/site-server';
import { buildSite, createMemorySource } from '@docwright/site-builder';
import { FileSystemStore } from '../../../platform/blob-store/index.ts';
import { systemClock } from '../../../platform/clock/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { createSiteRenderer, type SiteRenderer } from '../site-rendering/index.ts';
import { createBundleCaches } from './bundle-caches.ts';
import { indexKeyOf } from './index-key.ts';
import { packSite } from './pack-site.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const page = (head: string, text: string): string => `---\n${head}\n---\n\n## Part\n\n${text}\n`;
const site: Readonly<Record<string, string>> = {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'Site',
    colors: { primary: '#0d9373' },
    redirects: [{ source: '/old', destination: '/plans' }],
    navigation: { groups: [{ group: 'All', pages: ['index', 'help', 'plans', 'internal'] }] },
  }),
  'index.mdx': page('title: Home\npublic: true', 'Welcome.'),
  'help.mdx': page('title: Help', 'Help for readers.'),
  'plans.mdx': page('title: Plans\ngroups: ["partners"]', 'Plans of zanzibar ![p](/plan.png)'),
  'internal.mdx': page('title: Internal\ngroups: ["staff"]', 'Internal text.'),
  'plan.png': 'picture',
};
const audiences: readonly AudienceSettings[] = [
  { signedIn: false, groups: [] },
  { signedIn: true, groups: [] },
  { signedIn: true, groups: ['partners'] },
  { signedIn: true, groups: ['partners', 'staff'] },
];
const features = { search: false, assistant: false, analytics: false, feedback: false, playground: false };

let root = '';
let renderer: SiteRenderer;
let blobs: FileSystemStore;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-sealed-'));
  blobs = await FileSystemStore.open({
    folder: join(root, 'blobs'),
    linkBaseUrl: 'http://localhost',
    linkSecrets: ['x'.repeat(32)],
  });
  renderer = await createSiteRenderer({
    mode: 'auto',
    clock: systemClock,
    log: createLogger({ level: 'silent' }),
    codeCacheFolder: join(root, 'code'),
    builders: 1,
  });
});
after(async () => {
  await renderer.close();
  await rm(root, { recursive: true, force: true });
});

async function openSite(files = site): Promise<SiteAnswers> {
  const project = {
    id: 'project',
    organization_id: 'org',
    repository: 'local:docs',
    branch: 'main',
    docs_folder: '',
    deployment_kind: 'cloud',
    features,
  };
  const blobKey = 'bundles/org/project/1.tar.gz';
  const bundleCaches = createBundleCaches();
  const { report } = await packSite(
    {
      renderer,
      blobs,
      bundleCaches,
      signingKey: undefined,
      findWebRepository: async () => undefined,
      maxFiles: 120_000,
      generator: 'test',
    },
    {
      project: project as unknown as ProjectRow,
      blobKey,
      specs: [],
      siteUrl: '',
      domain: '',
      basePath: '',
      version: '1',
      paths: null,
      policy: { restricted: 'seal', isProtected: true, excludeOrphans: false },
      commit: 'c'.repeat(40),
      loadFolder: async () => ({ paths: Object.keys(files), read: (path) => Buffer.from(files[path] ?? '') }),
      repositoryUrl: 'https://example.com/r',
      onProgress: () => undefined,
      signal: AbortSignal.timeout(hangLimitMs),
    },
  );
  // The bundle contains all four pages, for readers with access.
  assert.equal(report.rendered, 4);
  const archive = await buffer((await blobs.open(blobKey)).body);
  const index = await buffer((await blobs.open(indexKeyOf(blobKey))).body);
  const source = openBundleSource({
    site: 'project',
    index,
    readRange: async (offset, size) => archive.subarray(offset, offset + size),
    cache: new SharedReads(),
  });
  const prepared = new PreparedBudget(100);
  const settings = {
    policyMode: 'off',
    allowedSources: [],
    prepared,
    site: 'project',
    slots: openAnswerSlots(),
  } as const;
  return new SiteAnswers(source, new BodyCache(1e6), settings);
}

/** Builds the site directly for an audience. */
async function buildFor(audience: AudienceSettings): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await buildSite({
    source: createMemorySource(Object.entries(site)),
    emit: ({ path, bytes }) => void files.set(path, Buffer.from(bytes)),
    settings: {
      features: resolveFeatures('cloud', features),
      restricted: { audience },
      isProtected: true,
    },
    clock: () => 0,
  });
  return files;
}

/** Converts links: pages of a build link to files, and pages that a server sends link to addresses. */
const toSent = (text: string): string =>
  text
    .replace('<html ', '<html data-page-suffix="" ')
    .replaceAll(/(?<=<a\b[^>]* href="\/)index\.html(?=")/g, '')
    .replaceAll(/(?<=<a\b[^>]* href="\/[^"]*)\.html(?=")/g, '');

/** Whether to compare a file. Search indexes are merged, and assets of other pages may remain, so both are excluded. */
const isCompared = (path: string): boolean => /\.(?:html|md|txt|xml)$/.test(path) || path === 'redirects.json';

test('searches find a restricted page only for its readers', async () => {
  const answers = await openSite();
  const found = async (groups: readonly string[]): Promise<readonly string[]> => {
    const { source } = await answers.viewOf({ isSignedIn: true, groups: new Set(groups) });
    const { passages } = await openSiteKnowledge(source).search('plans of zanzibar');
    return passages.map(({ path }) => path);
  };
  assert.ok((await found(['partners'])).includes('plans'));
  assert.ok(!(await found(['staff'])).includes('plans'));
  assert.ok(!(await found([])).includes('plans'));
});

test('each audience’s view of the bundle equals a build for that audience', async () => {
  const answers = await openSite();
  for (const audience of audiences) {
    const view = await answers.viewOf({ isSignedIn: audience.signedIn, groups: new Set(audience.groups) });
    const { source } = view;
    // The files of the version itself, as they are stored.
    const isStored = source === answers.source;
    const built = await buildFor(audience);
    for (const [path, expected] of built) {
      if (!isCompared(path)) continue;
      const file = source.look(path);
      assert.ok(file, `${path} for ${JSON.stringify(audience)}`);
      await source.inspect(file);
      const isPage = path === '404.html' || built.has(path.replace(/\.html$/, '.md'));
      assert.equal(
        (await source.read(file, 'identity')).toString(),
        isPage && !isStored ? toSent(expected.toString()) : expected.toString(),
        `${path} for ${JSON.stringify(audience)}`,
      );
    }
    for (const path of ['help.html', 'plans.html', 'plans.md', 'internal.html', 'internal.md'])
      assert.equal(source.look(path) === undefined, !built.has(path), `${path} for ${JSON.stringify(audience)}`);
  }
});

test('a protected site answers requests without sign-in only if it has public pages', async () => {
  assert.equal((await openSite()).source.isProtected, true);
  const closed = await openSite({ ...site, 'index.mdx': page('title: Home', 'Welcome.') });
  assert.equal(closed.source.isProtected, false);
});
