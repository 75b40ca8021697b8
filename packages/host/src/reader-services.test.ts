import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeploymentKind, FeatureSettings } from '@docwright/bundle';
import { createSearchIndex } from '@docwright/site-search';
import { makeBundle, makeSite, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost } from './testing/start-test-host.ts';

const page = '# API keys\n\n## Rotate a key\n\nCreate a second key, then delete the first.\n';
const html = '<div id="content"><h2 id="rotate-a-key">Rotate a key</h2></div>';
const list = { formatVersion: 1, name: 'Docs', pages: [{ path: 'keys', title: 'Rotate API keys', breadcrumbs: [] }] };
const files = { ...makeSite('v1'), 'keys.md': page, 'keys.html': html, '_docwright/pages.json': JSON.stringify(list) };

async function startSite(
  settings: object,
  features: FeatureSettings,
  deploymentKind: DeploymentKind = 'client-hosted',
  siteFiles: Readonly<Record<string, string | Buffer>> = files,
) {
  const bundle = await makeBundle({ files: siteFiles, features, deploymentKind });
  const link = await serve((_request, response) => response.end(bundle));
  const folder = await makeFolder();
  const staticExport = { enabled: true, bundleUrl: link.origin };
  const host = await startTestHost(folder.path, { staticExport, deploymentKind, ...settings });
  const ask = (question: string) =>
    fetch(`${host.address}/_docwright/assistant/message`, {
      method: 'POST',
      body: JSON.stringify({ messages: [{ role: 'user', content: question }], responseType: 'text' }),
    });
  return {
    host,
    ask,
    [Symbol.asyncDispose]: async () => {
      await host.stop();
      await link[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('the assistant of a bundle answers from the pages, without a model', async () => {
  await using site = await startSite({}, { assistant: true });
  const answer = await site.ask('How do I rotate a key?');
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /Create a second key, then delete the first.*"url":"\/keys#rotate-a-key"/s);
});

test('settings override the bundle’s features, except for air-gapped sites', async () => {
  await using plain = await startSite({}, {});
  assert.equal((await plain.ask('rotate')).status, 405);
  await using off = await startSite({ assistant: { mode: 'off' } }, { assistant: true });
  assert.equal((await off.ask('rotate')).status, 405);
  await using on = await startSite({ assistant: { mode: 'on' } }, {});
  assert.equal((await on.ask('rotate')).status, 200);
  await using gapped = await startSite({ assistant: { mode: 'on' } }, { assistant: true }, 'air-gapped');
  assert.equal((await gapped.ask('rotate')).status, 405);
});

test('a configured model is called; if it fails, readers get passages, and the log doesn’t contain the key', async () => {
  const key = 'key-4f9a8b7c6d5e';
  const seen: string[] = [];
  await using provider = await serve((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `wrong key ${key}` } }));
  });
  const assistant = { baseUrl: `${provider.origin}/v1/`, model: 'local', apiKey: key };
  await using site = await startSite({ assistant }, { assistant: true });
  const text = await (await site.ask('How do I rotate a key?')).text();
  assert.deepEqual(seen, [`/v1/chat/completions Bearer ${key}`]);
  assert.match(text, /can’t answer at the moment.*Create a second key/s);
  assert.match(JSON.stringify(site.host.logLines), /wrong key \(hidden\)/);
  assert.doesNotMatch(text + JSON.stringify(site.host.logLines), new RegExp(key));
});

/** Pages with their index, as builders write them. */
function searchableFiles(pages: Readonly<Record<string, string>>) {
  const index = createSearchIndex();
  index.start();
  const facts = {
    description: '',
    breadcrumbs: [],
    scope: '',
    facets: { language: 'en' },
    tags: [],
    boost: 1,
    keywords: [],
  };
  for (const [title, text] of Object.entries(pages))
    index.add({ path: title.toLowerCase(), title, sections: [{ headingId: '', heading: '', text }], ...facts });
  const listed = Object.keys(pages).map((title) => ({ path: title.toLowerCase(), title, breadcrumbs: [] }));
  return {
    ...makeSite('v1'),
    ...Object.fromEntries(index.files().map(({ path, bytes }) => [path, Buffer.from(bytes)])),
    '_docwright/pages.json': JSON.stringify({ formatVersion: 1, name: 'Docs', pages: listed }),
  };
}

test('with a configured model, searches also match by meaning once all pages are embedded; if it fails, only words match', async () => {
  const asked: string[][] = [];
  let isDown = false;
  await using provider = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { input } = JSON.parse(body) as { input: string[] };
      asked.push(input);
      const data = input.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: /refund|paid twice/i.test(text) ? [1, 0] : [0, 1],
      }));
      response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ object: 'list', model: 'local', data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
      );
    });
  });
  const files = searchableFiles({ Refunds: 'Money goes back.', Limits: 'So many requests a minute.' });
  const search = { embeddingBaseUrl: `${provider.origin}/v1`, embeddingModel: 'local' };
  const find = async ({ host }: Awaited<ReturnType<typeof startSite>>, query: string) => {
    const answer = await fetch(`${host.address}/_docwright/search?q=${encodeURIComponent(query)}`);
    const { hits } = (await answer.json()) as { hits: { path: string }[] };
    return hits.map(({ path }) => path);
  };
  const metricsOf = async ({ host }: Awaited<ReturnType<typeof startSite>>) =>
    (await fetch(`${host.adminAddress}/metrics`)).text();

  await using site = await startSite({ search, adminPort: 0 }, { search: true }, 'client-hosted', files);
  while (!site.host.logLines.some((line) => JSON.stringify(line).includes('compared by meaning')))
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(asked.flat().sort(), ['Limits\nSo many requests a minute.', 'Refunds\nMoney goes back.']);
  assert.equal((await find(site, 'a customer paid twice'))[0], 'refunds');
  isDown = true;
  assert.deepEqual(await find(site, 'somebody else paid twice'), []);
  assert.equal((await find(site, 'how many requests'))[0], 'limits');
  assert.match(await metricsOf(site), /search_meaning_total\{outcome="used"\} 1\n.*outcome="failed"\} 2\n/s);

  const before = asked.length;
  await using gapped = await startSite({ search }, { search: true }, 'air-gapped', files);
  assert.equal((await fetch(`${gapped.host.address}/_docwright/search?q=a+customer+paid+twice`)).status, 404);
  assert.equal(asked.length, before);
});
