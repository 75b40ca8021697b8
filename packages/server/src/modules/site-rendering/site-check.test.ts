import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSandbox } from '../../platform/sandbox/index.ts';
import { builderCodeFolders, builderEntry } from './builder-code.ts';
import { createBuilderSupply, type BuilderSupply } from './builder-supply.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import { createSiteMemories, type SiteMemories } from './site-memories.ts';

const files = new Map(
  Object.entries({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'T',
      colors: { primary: '#0a7d5a' },
      navigation: { pages: ['index', 'other'] },
    }),
    'index.mdx': '---\ntitle: Start\n---\n\n[nowhere](/nowhere)\n',
    'other.mdx': '---\ntitle: Other\n---\n\nText.\n',
  }).map(([path, content]) => [path, new TextEncoder().encode(content)] as const),
);
const folder = { paths: [...files.keys()], read: (path: string) => files.get(path) };
const signal = (): AbortSignal => AbortSignal.timeout(30_000);

let supply: BuilderSupply;
before(async () => {
  const sandbox = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
  const codeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
  supply = createBuilderSupply({ sandbox, entry: builderEntry, codeCache });
});
after(() => supply.close());

test('a check goes on with what another process found out about the same site, and says the same', async () => {
  const kept = Promise.withResolvers<void>();
  const real = createSiteMemories();
  const asked: string[] = [];
  const memories: SiteMemories = {
    find: (siteId) => {
      asked.push(`${siteId} ${real.find(siteId) === undefined ? 'nothing' : 'something'}`);
      return real.find(siteId);
    },
    keep: (siteId, memory) => {
      real.keep(siteId, memory);
      kept.resolve();
    },
  };
  const renderer = createSandboxedRenderer(supply, memories);
  const first = renderer.openCheck(folder, 'site-1');
  const issues = await first.check(new Map(), signal());
  assert.deepEqual(
    issues.map(({ code }) => code),
    ['broken-link'],
  );
  await kept.promise;
  await first.close();

  const second = renderer.openCheck(folder, 'site-1');
  assert.deepEqual(await second.check(new Map(), signal()), issues);
  const changes = new Map([
    ['index.mdx', '---\ntitle: Start\n---\n\nMended.\n'],
    ['other.mdx', '[gone](/gone)'],
  ]);
  assert.deepEqual(
    (await second.check(changes, signal())).map(({ path }) => path),
    ['other.mdx'],
  );
  await second.close();

  const stranger = renderer.openCheck(folder, 'site-2');
  await stranger.check(new Map(), signal());
  await stranger.close();
  assert.deepEqual(asked, ['site-1 nothing', 'site-1 something', 'site-2 nothing']);
});
