import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeploymentKind, FeatureSettings } from '@docwright/bundle';
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
) {
  const bundle = await makeBundle({ files, features, deploymentKind });
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

test('a bundle with the assistant answers from its pages, without any service', async () => {
  await using site = await startSite({}, { assistant: true });
  const answer = await site.ask('How do I rotate a key?');
  assert.equal(answer.status, 200);
  assert.match(await answer.text(), /Create a second key, then delete the first.*"url":"\/keys#rotate-a-key"/s);
});

test('settings decide over what the bundle says, but never behind an air gap', async () => {
  await using plain = await startSite({}, {});
  assert.equal((await plain.ask('rotate')).status, 405);
  await using off = await startSite({ assistant: { mode: 'off' } }, { assistant: true });
  assert.equal((await off.ask('rotate')).status, 405);
  await using on = await startSite({ assistant: { mode: 'on' } }, {});
  assert.equal((await on.ask('rotate')).status, 200);
  await using gapped = await startSite({ assistant: { mode: 'on' } }, { assistant: true }, 'air-gapped');
  assert.equal((await gapped.ask('rotate')).status, 405);
});

test('a model by settings is asked, and one that fails is logged without its key while readers get passages', async () => {
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
