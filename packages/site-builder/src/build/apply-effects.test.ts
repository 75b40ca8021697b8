import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Issue } from '../issues/issue.ts';
import { type PageEffects, renderPage } from '../page/index.ts';
import { apiSettingsOf } from '../openapi/index.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import { createMemorySource } from '../source/memory-source.ts';
import { applyEffects, type SiteState } from './apply-effects.ts';
import { prepareBuild, type BuildParts } from './prepare-build.ts';

const spec = {
  openapi: '3.1.0',
  info: { title: 'API', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/x': { get: { parameters: [{ $ref: '#/nowhere' }], responses: { 200: { description: 'ok' } } } } },
};

/** Pages that cause every kind of effect. */
const files = {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'Site',
    colors: { primary: '#0d9373' },
    api: { playground: { proxy: true } },
    navigation: { pages: ['a', 'b', 'api'] },
  }),
  'a.mdx':
    'import { Counter } from "/counter.jsx";\n\n# Head\n\n[b](/b#none) [file](/data.csv) ![p](/p.png) [gone](/gone) <Counter /> <Icon icon="/big.png" />',
  'b.mdx': '## Part\n\n[a](/a#head) ![p](/p.png) [gone](/gone) <Update label="May">new</Update>',
  'api.mdx': '---\nopenapi: GET /x\n---\n',
  'openapi.json': JSON.stringify(spec),
  'counter.jsx':
    'export const Counter = () => { const [n, set] = useState(0); return <Card icon="/star.png" onClick={() => set(n + 1)}>{n}</Card>; };',
  'data.csv': '1,2',
  'p.png': 'picture',
  'big.png': 'another',
  'star.png': 'star',
};

async function prepare(): Promise<BuildParts> {
  const source = createMemorySource(Object.entries(files));
  return prepareBuild({ source, clock: () => 0 }, resolveSettings({ javaScript: 'sandboxed' }));
}

function renderAll({ plan, site }: BuildParts): PageEffects[] {
  const apiSettings = apiSettingsOf(plan.config, '');
  return plan.pages.map((planned) => renderPage({ ...planned, apiSettings, language: 'en' }, site).effects);
}

/** Everything that a build derives from its state. */
function outcome({ log, anchors, assets, islands, calls }: SiteState) {
  const broken: Issue[] = [];
  anchors.report((issue) => broken.push(issue));
  return {
    issues: log.sorted(),
    broken: new Set(broken.map(({ path, message }) => `${path}: ${message}`)),
    hashed: assets.hashedFiles(),
    plain: Object.keys(files).filter((path) => assets.isKeptPlain(path)),
    islands: islands?.files().map(({ path }) => path),
    calls: calls.files(),
  };
}

test('rendering pages doesn’t change their site, but applying their effects does', async () => {
  const parts = await prepare();
  const before = outcome(parts.state);
  const effects = renderAll(parts);
  assert.deepEqual(outcome(parts.state), before);
  for (const page of effects) applyEffects(page, parts.state);
  const after = outcome(parts.state);
  assert.deepEqual(
    after.issues.map(({ code }) => code),
    ['broken-link', 'broken-link', 'openapi-broken-ref'],
  );
  assert.equal(after.broken.size, 1);
  assert.deepEqual(
    after.hashed.map(([path]) => path),
    ['big.png', 'p.png', 'star.png'],
  );
  assert.deepEqual(after.plain, ['data.csv']);
  assert.ok(after.islands?.some((path) => path.includes('/counter')));
  assert.equal(after.calls.length, 1);
});

test('a page that is rendered again has the same effects', async () => {
  const parts = await prepare();
  // Errors in a specification are reported once, by the first page that describes the part.
  const pages = (): PageEffects[] => renderAll(parts).slice(0, 2);
  assert.deepEqual(pages(), pages());
});

test('effects are plain data, which can be sent between threads', async () => {
  const effects = renderAll(await prepare());
  assert.deepEqual(structuredClone(effects), effects);
});

test('a site doesn’t depend on the order in which effects are applied, or on repeated application', async () => {
  const [inOrder, reversed, twice] = [await prepare(), await prepare(), await prepare()];
  const effects = renderAll(inOrder);
  for (const page of effects) applyEffects(page, inOrder.state);
  for (const page of effects.toReversed()) applyEffects(page, reversed.state);
  for (const page of [...effects, ...effects]) applyEffects(page, twice.state);
  const wanted = outcome(inOrder.state);
  assert.deepEqual(outcome(reversed.state), wanted);
  assert.deepEqual(outcome(twice.state), wanted);
});
