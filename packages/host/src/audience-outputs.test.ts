/** One test for each output of a site with restricted content on a host. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  checkOutput,
  outputRows,
  publicFiles,
  restrictedSiteFeatures as features,
  sealedFiles as sealed,
  type AskFor,
} from '@docwright/site-server/restricted-outputs';
import { makeBundle, serve } from './testing/bundle-server.ts';
import { makeFolder, startTestHost, type TestHost } from './testing/start-test-host.ts';

const secret = 'a secret of the proxy';
const url = 'https://docs.example';
const access = { mode: 'proxy', url, proxyAddresses: '127.0.0.1', proxySecret: secret };

describe('on a host with restricted content,', () => {
  let host: TestHost;
  const opened: AsyncDisposable[] = [];
  before(async () => {
    const bundle = await makeBundle({ files: publicFiles, sealed, features, isProtected: true });
    const link = await serve((_request, response) => response.end(bundle));
    const folder = await makeFolder();
    host = await startTestHost(folder.path, { staticExport: { enabled: true, bundleUrl: link.origin }, access });
    opened.push(host, link, folder);
  });
  after(async () => {
    for (const one of opened) await one[Symbol.asyncDispose]();
  });

  const ask: AskFor = async ({ path, headers = {}, body }, groups) => {
    const reader =
      groups === undefined ? {} : { 'x-forwarded-user': 'ada', 'x-forwarded-groups': groups, 'x-proxy-secret': secret };
    const answer = await fetch(`${host.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...reader, ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
  };

  for (const row of outputRows)
    test(`${row.output} is only for readers in the group`, () => checkOutput(row, ask, ['staff', '', undefined]));

  test('the assistant’s answer is not repeated to readers who see other pages', async () => {
    const asked = {
      output: 'assistant',
      path: '/_docwright/assistant/message',
      body: {
        messages: [{ id: 'm1', role: 'user', content: 'What are the plans of zanzibar?' }],
        threadId: 't1',
        responseType: 'text',
      },
    };
    assert.match((await ask(asked, 'partners')).text, /zanzibar"/i);
    const { status, text } = await ask(asked, 'staff');
    assert.equal(status, 200);
    assert.doesNotMatch(text, /Plans of zanzibar/i);
    assert.match((await ask(asked, 'staff,partners')).text, /zanzibar"/i);
  });
});
