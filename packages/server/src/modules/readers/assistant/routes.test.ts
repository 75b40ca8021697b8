import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { sql } from 'kysely';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { digestAddress } from '../discovery/index.ts';
import { addressHourLimit, messageLimitOf } from './limits.ts';
import { askingFor, openAssistant, origin, pathOf, question, type AssistantStage } from './testing/assistant-stage.ts';

describe('a live site’s assistant', () => {
  let stage: AssistantStage;
  before(async () => {
    stage = await openAssistant();
  });
  after(() => stage.service.close());

  test('refuses invalid input, and the error states the value or what is allowed', async () => {
    const one = question('x');
    const part = (content: object) => ({ messages: [{ role: 'user', parts: [content] }] });
    const cases: readonly (readonly [unknown, number, RegExp])[] = [
      ['{', 400, /not JSON/],
      [{}, 400, /"messages" is required/],
      [{ messages: [] }, 400, /"messages" must NOT have fewer than 1/],
      [{ messages: Array.from({ length: 10_000 }, () => one) }, 400, /must NOT have more than 1000 items/],
      [{ messages: [question('x'.repeat(1_000_000))] }, 400, /has 1000000 characters; at most 8000 are allowed/],
      [{ messages: [question('x'.repeat(3_000_000))] }, 413, /larger than the limit of 2097152 bytes/],
      [{ messages: [question('   ')] }, 400, /must be a question/],
      [{ messages: [{ ...one, role: 'assistant' }] }, 400, /must be a question: role user, with text/],
      [{ messages: [{ ...one, role: 'system' }] }, 400, /must be one of user, assistant, but is "system"/],
      [{ messages: [one, 'x'] }, 400, /"messages\/1" must be object, but is "x"/],
      [{ messages: [{ role: 'user', content: 'x' }] }, 400, /"messages\/0\/parts" is required/],
      [part({ type: 'tool-search', input: {} }), 400, /must be one of text, reasoning, .*, but is "tool-search"/],
      [part({ type: 'text', text: 7 }), 400, /"messages\/0\/parts\/0\/text" must be string, but is 7/],
      [part({ type: 'file', url: 'data:,x', mediaType: 'text/plain' }), 400, /must be a question/],
      [{ messages: [{ ...one, id: '../x' }] }, 400, /`id` must have at most 128 letters/],
      [{ messages: [one], threadId: '../../x' }, 400, /"threadId" must match .*, but is "..\/..\/x"/],
      [{ messages: [one], threadId: 'x'.repeat(129) }, 400, /"threadId" must have at most 128 characters/],
      [{ messages: [one], currentPath: 'x'.repeat(201) }, 400, /"currentPath" must have at most 200 characters/],
      [{ messages: [one], retrievalPageSize: 51 }, 400, /"retrievalPageSize" must be <= 50, but is 51/],
      [{ messages: [one], responseType: 'xml' }, 400, /must be one of stream, text, but is "xml"/],
      [{ messages: [one], filter: { language: '' } }, 400, /"filter\/language" must not be empty/],
      [{ messages: [one], context: [{ type: 'image', value: 'x' }] }, 400, /must be one of code, textSelection/],
      [{ messages: [question('\u0000 rotate')] }, 400, /must not contain the character NUL/],
    ];
    for (const [body, status, says] of cases) {
      const answer = await stage.ask('ours', body);
      assert.equal(answer.status, status, JSON.stringify(body).slice(0, 80));
      assert.match(answer.json.error, says);
      assert.equal(typeof answer.json.code, 'string');
    }
  });

  test('answers from the pages as one JSON response, in the named thread', async () => {
    const { status, json, headers } = await stage.ask('ours', { ...askingFor(), threadId: 't1' });
    assert.equal(status, 200);
    assert.match(json.text, /create a second key, then delete the first/);
    assert.deepEqual([json.outcome, json.threadId, json.sources[0].url], ['answered', 't1', '/keys']);
    assert.equal(headers.get('x-thread-id'), 't1');
    const unnamed = await stage.ask('ours', askingFor('How do I bake bread?'));
    assert.equal(unnamed.json.outcome, 'unanswered');
    assert.match(unnamed.headers.get('x-thread-id') ?? '', /^[\da-f-]{36}$/);
  });

  test('streams text, sources and outcome in the format that the AI SDK’s client reads', async () => {
    const transport = new DefaultChatTransport<UIMessage>({
      api: `${stage.url}${pathOf('ours')}`,
      headers: { authorization: `Bearer ${stage.publicKey}`, origin },
      fetch: async (address, init) => {
        const answer = await fetch(address, init);
        assert.equal(answer.headers.get('content-type'), 'text/event-stream');
        assert.equal(answer.headers.get('x-vercel-ai-ui-message-stream'), 'v1');
        assert.match(answer.headers.get('x-thread-id') ?? '', /^[\da-f-]{36}$/);
        assert.equal(answer.headers.get('access-control-allow-origin'), origin);
        assert.equal(answer.headers.get('warning'), null);
        return answer;
      },
    });
    const asked: UIMessage[] = [
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
      {
        id: 'm2',
        role: 'assistant',
        metadata: { outcome: 'answered' },
        parts: [
          { type: 'step-start' },
          { type: 'source-url', sourceId: '/start', url: '/start', title: 'start' },
          { type: 'text', text: 'Hi', state: 'done' },
        ],
      },
      { id: 'm3', role: 'user', parts: [{ type: 'text', text: 'How do I rotate an API key?' }] },
    ];
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'c1',
      messageId: undefined,
      messages: asked,
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const state of readUIMessageStream({ stream })) last = state;
    assert.deepEqual(last?.metadata, { outcome: 'answered' });
    assert.equal(last?.parts.find(({ type }) => type === 'source-url')?.type, 'source-url');
    assert.match(JSON.stringify(last?.parts), /create a second key/);
  });

  test('returns JSON to clients that accept only JSON, such as the SDK, and a stream to others', async () => {
    const accept = (value: string) =>
      stage.service.request('POST', pathOf('ours'), {
        body: { messages: [question('rotate a key')] },
        headers: { accept: value },
      });
    assert.equal((await accept('application/json')).json.outcome, 'answered');
    assert.match((await accept('*/*')).text, /^data: \{"type":"start"/);
  });

  test('gives the same response for other organizations’ sites as for missing ones', async () => {
    const answers = await Promise.all(['beside', 'theirs', 'nowhere'].map((domain) => stage.askPublicly(domain)));
    for (const { status, json } of answers)
      assert.deepEqual([status, json.code, json.message], [404, 'not_found', json.error]);
    assert.equal(new Set(answers.map(({ json }) => json.error.replace(/"\w+"/, ''))).size, 1);
    const bound = await stage.ask('beside', askingFor(), { scopes: ['discovery:read'], projectIds: ['ours'] });
    assert.equal(bound.status, 404);
    assert.equal(
      (await stage.ask('ours', askingFor(), { scopes: ['projects:write'] })).json.code,
      'insufficient_scope',
    );
  });

  test('explains that a deployment has no assistant, and how to turn it on', async () => {
    for (const domain of ['without', 'air-gapped']) {
      const { status, json } = await stage.ask(domain);
      assert.deepEqual([status, json.code, json.message], [403, 'assistant_off', json.error]);
      assert.match(json.error, new RegExp(`"${domain}".*"features.assistant"`));
    }
  });

  test('responds 503 for a damaged index, even if a stream was requested', async () => {
    for (const responseType of ['text', 'stream']) {
      const { status, json } = await stage.ask('damaged', { ...askingFor(), responseType });
      assert.deepEqual([status, json.code], [503, 'site_unreadable']);
    }
  });

  test('responds to clients of version 1 with 410 and a pointer to version 2, without reading the body', async () => {
    const answer = await stage.service.request('POST', '/discovery/v1/assistant/ours/message', { as: null, body: '{' });
    assert.deepEqual([answer.status, answer.json.code], [410, 'operation_retired']);
    assert.match(answer.json.message, /Send the message to \/discovery\/v2\/assistant\/ours\/message/);
  });

  test('lets pages of allowed origins ask and read errors, and refuses pages of other origins', async () => {
    const preflight = (domain: string, from: string) =>
      stage.service.request('OPTIONS', pathOf(domain), { as: null, headers: { origin: from } });
    const allowed = await preflight('ours', origin);
    assert.equal(allowed.headers.get('access-control-allow-origin'), origin);
    for (const [domain, from] of [
      ['ours', 'https://other.example'],
      ['nowhere', origin],
    ] as const)
      assert.equal((await preflight(domain, from)).headers.get('access-control-allow-origin'), null);
    const invalid = await stage.askPublicly('ours', {});
    assert.deepEqual([invalid.status, invalid.headers.get('access-control-allow-origin')], [400, origin]);
    const foreign = await stage.askPublicly('ours', askingFor(), { origin: 'https://other.example' });
    assert.deepEqual([foreign.status, foreign.json.code], [403, 'origin_not_allowed']);
  });

  test('stops a turn whose client has disconnected, and gives an organization half of the slots for model answers', async () => {
    const disconnected = new AbortController();
    const answers = [1, 2].map(() =>
      fetch(`${stage.url}${pathOf('slow')}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stage.slowKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [question('rotate')] }),
        signal: disconnected.signal,
      }),
    );
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200);
    const third = await stage.ask('slow');
    assert.deepEqual([third.status, third.json.code, third.headers.get('retry-after')], [503, 'assistant_busy', '1']);
    assert.equal((await stage.ask('ours')).status, 200, 'passages need no slot');
    const others = stage.turns.takeSlot(['another organization']);
    others();
    disconnected.abort();
    await Promise.all(stage.stuck.aborted);
    while (stage.turns.count > 0) await setImmediate();
    assert.equal((await stage.ask('ours')).status, 200);
  });

  test('limits an address with a public key to 20 messages a minute, but doesn’t limit programs', async () => {
    await sql`delete from rate_uses`.execute(stage.service.database.kysely);
    const statuses: number[] = [];
    for (let sent = 0; sent < 21; sent += 1) statuses.push((await stage.askPublicly('nowhere')).status);
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 404), 429]);
    const refused = await stage.askPublicly('ours');
    assert.deepEqual([refused.json.code, Number(refused.headers.get('retry-after')) > 0], ['rate_limited', true]);
    assert.equal((await stage.ask('ours')).status, 200);
  });

  test('limits an address to a twentieth of the readers’ hourly messages, while another address and programs can still ask', async () => {
    assert.equal(addressHourLimit.limit, messageLimitOf('public').limit / 20);
    await sql`insert into limit_blocks (bucket, units) values
      (${`${addressHourLimit.name}:org_home:${digestAddress('secret', '198.51.100.7')}`}, ${addressHourLimit.limit})`.execute(
      stage.service.database.kysely,
    );
    const ask = async (from: string, request: ModuleRequest) => {
      const { status, json } = await stage.service.request('POST', pathOf('ours'), {
        from,
        body: askingFor(),
        ...request,
      });
      return [status, json?.code];
    };
    const byPage = { as: null, headers: { authorization: `Bearer ${stage.publicKey}`, origin } };
    assert.deepEqual(await ask('198.51.100.7', byPage), [429, 'rate_limited']);
    assert.deepEqual(await ask('198.51.100.8', byPage), [200, undefined]);
    assert.deepEqual(await ask('198.51.100.7', { as: { scopes: ['discovery:read'] } }), [200, undefined]);
  });

  test('counts an organization’s messages separately from its searches, and refuses more than 10,000 an hour', async () => {
    const used = await sql<{ bucket: string }>`
      select bucket from limit_blocks where bucket like 'assistant-messages:%'`.execute(stage.service.database.kysely);
    assert.deepEqual(
      used.rows.map(({ bucket }) => bucket),
      ['assistant-messages:org_home'],
    );
    await sql`insert into limit_blocks (bucket, units) values (${`assistant-messages:${OTHER}`}, 10000)`.execute(
      stage.service.database.kysely,
    );
    const refused = await stage.ask('theirs', askingFor(), { organizationId: OTHER });
    assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited']);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(refused.headers.get('ratelimit-policy') ?? '', /^"assistant-messages";q=10000;w=3600$/);
  });
});
