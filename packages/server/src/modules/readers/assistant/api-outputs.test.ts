/** Every output of restricted content by API key, with one test each. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { apiRows, checkOutput, type AskFor } from '@docwright/site-server/restricted-outputs';
import { openAssistant, type AssistantStage } from './testing/assistant-stage.ts';

describe('restricted content by API key', () => {
  let stage: AssistantStage;
  before(async () => void (stage = await openAssistant()));
  after(() => stage.service.close());

  const question = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'What are the plans of zanzibar?' }] };
  const reading = { scopes: ['discovery:read'] as const };
  const ask: AskFor = async ({ path, body }, groups) => {
    const names = (groups ?? '').split(',').filter((name) => name !== '');
    const { status, text } = await stage.service.request('POST', path, {
      as: names.length === 0 ? reading : { scopes: ['discovery:read', 'deployments:write'] },
      body: { ...body, ...(names.length > 0 && { filter: { groups: names } }) },
    });
    return { status, location: '', text };
  };

  for (const site of ['restricted', 'optional'])
    for (const row of apiRows(site))
      test(`${row.output} at the site “${site}” is restricted to the group`, () =>
        checkOutput(row, ask, ['staff', '', undefined]));

  test('a public key can search unrestricted pages at a site with optional sign-in, but not a protected site', async () => {
    const search = (site: string) =>
      stage.service.request('POST', `/discovery/v1/search/${site}`, {
        as: null,
        headers: { authorization: `Bearer ${stage.publicKey}` },
        body: { query: 'plans zanzibar' },
      });
    const open = await search('optional');
    assert.equal(open.status, 200, open.text);
    assert.doesNotMatch(open.text, /zanzibar/i);
    assert.equal((await search('restricted')).status, 404);
  });

  test('an answer for a group is neither repeated nor shown to callers who don’t name the group', async () => {
    const send = (groups: readonly string[]) =>
      stage.service.request('POST', '/discovery/v2/assistant/restricted/message', {
        as: { scopes: ['discovery:read', 'deployments:write'] },
        body: { messages: [question], threadId: 't1', fp: 'one', responseType: 'text', filter: { groups } },
      });
    assert.match((await send(['partners'])).text, /Plans of zanzibar/i);
    assert.doesNotMatch((await send([])).text, /Plans of zanzibar/i);
    assert.doesNotMatch((await send(['staff'])).text, /Plans of zanzibar/i);
    const path = '/discovery/v2/assistant/restricted/threads/t1?fp=one';
    const { text } = await stage.service.request('GET', path, { as: reading });
    assert.doesNotMatch(text, /\(\/zanzibar/);
  });

  test('groups can be named only by keys that can also create links to previews with groups', async () => {
    const filter = { groups: ['partners'] };
    for (const [path, body] of [
      ['/discovery/v1/search/restricted', { query: 'plans zanzibar', filter }],
      ['/discovery/v1/page/restricted', { path: 'zanzibar', filter }],
      ['/discovery/v2/assistant/restricted/message', { messages: [question], filter }],
    ] as const) {
      const refused = await stage.service.request('POST', path, { as: reading, body });
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
      const bound = { scopes: ['discovery:read', 'deployments:write'], projectIds: ['beside'] } as const;
      assert.equal((await stage.service.request('POST', path, { as: bound, body })).status, 404);
    }
    // Public keys, which anyone can read in a page, can't name groups either.
    const { status } = await stage.service.request('POST', '/discovery/v1/search/ours', {
      as: null,
      headers: { authorization: `Bearer ${stage.publicKey}` },
      body: { query: 'rotate', filter },
    });
    assert.equal(status, 403);
  });
});
