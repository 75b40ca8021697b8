import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { OTHER } from '../../../testing/module-database.ts';
import { deleteOldMessages } from './delete-old-messages.ts';
import { keepAnswer } from './keep-answer.ts';
import { insertMessage, replaceMessage, saveAnswer, selectMessage, selectThread } from './store.ts';
import { openAssistant, origin, pathOf, question, type AssistantStage } from './testing/assistant-stage.ts';

const usage = { model: '', inputTokens: 0, outputTokens: 0 };
const asked = { question: 'q', askedDigest: 'd', origin: 'api', path: '', asker: null } as const;

describe('assistant threads', () => {
  let stage: AssistantStage;
  before(async () => {
    stage = await openAssistant();
  });
  after(() => stage.service.close());

  const from = (fp: string | undefined, threadId: string, more: object = {}) => ({
    messages: [question('How do I rotate an API key?')],
    responseType: 'text',
    threadId,
    ...(fp !== undefined && { fp }),
    ...more,
  });
  const read = (threadId: string, fp: string, { domain = 'ours', as }: { domain?: string; as?: object } = {}) =>
    stage.service.request('GET', `/discovery/v2/assistant/${domain}/threads/${threadId}?fp=${fp}`, {
      as: as ?? { scopes: ['discovery:read'] },
    });
  const readPublicly = (threadId: string, fp: string) =>
    stage.service.request('GET', `/discovery/v2/assistant/ours/threads/${threadId}?fp=${fp}`, {
      as: null,
      headers: { authorization: `Bearer ${stage.publicKey}`, origin },
    });
  const countStored = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from assistant_messages`.execute(
      stage.service.database.kysely,
    );
    return rows[0]?.count;
  };
  const kysely = () => stage.service.database.kysely;

  test('are returned as UI messages only to the visitor, site and kind of key that asked', async () => {
    const asked = await stage.askPublicly('ours', from('visitor-1', 'c1'));
    const found = await readPublicly('c1', 'visitor-1');
    assert.equal(found.status, 200);
    assert.equal(found.headers.get('access-control-allow-origin'), origin);
    assert.equal(found.json.threadId, 'c1');
    const [user, assistant] = found.json.messages;
    assert.deepEqual(user, question('How do I rotate an API key?'));
    assert.deepEqual([assistant.id, assistant.metadata], [asked.json.messageId, { outcome: 'answered' }]);
    assert.deepEqual(assistant.parts, [
      { type: 'source-url', sourceId: '/keys', url: '/keys', title: 'keys' },
      { type: 'text', text: asked.json.text },
    ]);
    const others = [
      await readPublicly('c1', 'visitor-2'),
      await readPublicly('c2', 'visitor-1'),
      await read('c1', 'visitor-1'),
      await read('c1', 'visitor-1', { domain: 'beside' }),
      await stage.service.request('GET', '/discovery/v2/assistant/ours/threads/c1'),
    ];
    for (const { status, json } of others)
      assert.deepEqual([status, json.code, json.message], [404, 'not_found', json.error]);
    const foreign = await read('c1', 'visitor-1', { as: { organizationId: OTHER } });
    assert.deepEqual([foreign.status, foreign.json.error], [404, 'The live site "ours" does not exist.']);
  });

  test('with the same ID from two visitors are separate: neither visitor reads or changes the other’s thread', async () => {
    await stage.ask('ours', from('owner', 'shared'));
    const forged = await stage.ask('ours', from('thief', 'shared', { messages: [question('Where do I begin?')] }));
    assert.equal(forged.status, 200);
    assert.equal((await read('shared', 'thief')).json.messages.length, 2);
    assert.deepEqual((await read('shared', 'owner')).json.messages[0], question('How do I rotate an API key?'));
  });

  test('are not stored without a visitor, and refused with an invalid one', async () => {
    const before = await countStored();
    await stage.ask('ours', from(undefined, 'c3'));
    assert.equal(await countStored(), before);
    for (const fp of ['', 'x'.repeat(201), 7, null]) {
      const refused = await stage.ask('ours', { ...from('x', 'c3'), fp });
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request'], String(fp).slice(0, 9));
    }
    assert.equal((await read('c3', 'x'.repeat(201))).status, 400);
  });

  test('contain neither the visitor nor the client’s ID of the thread', async () => {
    await stage.ask('ours', from('fingerprint-77', 'thread-88'));
    const { rows } = await sql<{ row: string }>`select m::text as row from assistant_messages m`.execute(kysely());
    assert.ok(rows.length > 0);
    for (const { row } of rows) assert.doesNotMatch(row, /fingerprint-77|thread-88/);
  });

  test('return the stored answer to a repeated message, which counts once toward the limit', async () => {
    const as = { scopes: ['discovery:read'], organizationId: OTHER };
    await sql`insert into limit_blocks (bucket, units) values (${`assistant-messages:${OTHER}`}, 9999)`.execute(
      kysely(),
    );
    const first = await stage.ask('theirs', from('v', 'once'), as);
    assert.equal(first.status, 200);
    const again = await stage.ask('theirs', from('v', 'once'), as);
    assert.deepEqual(again.json, first.json);
    const streamed = await stage.ask('theirs', from('v', 'once', { responseType: 'stream' }), as);
    assert.match(streamed.text, new RegExp(`"messageId":"${first.json.messageId}"`));
    for (const changed of [
      { messages: [question('Where do I begin?')] },
      { trigger: 'regenerate-message' },
      { messages: [question('How do I rotate an API key?', 'm2')] },
      { threadId: 'other' },
    ]) {
      const counted = await stage.ask('theirs', from('v', 'once', changed), as);
      assert.deepEqual([counted.status, counted.json.code], [429, 'rate_limited'], JSON.stringify(changed));
    }
    assert.deepEqual((await stage.ask('theirs', from('v', 'once'), as)).json, first.json);
    assert.equal((await read('once', 'v', { domain: 'theirs', as })).json.messages.length, 2);
    assert.equal((await read('other', 'v', { domain: 'theirs', as })).status, 404);
  });

  test('answer a changed or regenerated message again, replacing the previous answer', async () => {
    const first = await stage.ask('ours', from('v', 'edit'));
    const edited = await stage.ask('ours', from('v', 'edit', { messages: [question('How do I begin?')] }));
    assert.notEqual(edited.json.messageId, first.json.messageId);
    const regenerated = await stage.ask(
      'ours',
      from('v', 'edit', { messages: [question('How do I begin?')], trigger: 'regenerate-message' }),
    );
    const { messages } = (await read('edit', 'v')).json;
    assert.equal(messages.length, 2);
    assert.deepEqual([messages[0].parts[0].text, messages[1].id], ['How do I begin?', regenerated.json.messageId]);
  });

  test('resume an answer in progress, and return a retry time for one in another process', async () => {
    const ask = (signal: AbortSignal) =>
      fetch(`${stage.url}${pathOf('slow')}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stage.slowKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...from('v', 'slow'), responseType: 'stream' }),
        signal,
      });
    const disconnected = new AbortController();
    const beginnings: string[] = [];
    for (const answer of [await ask(disconnected.signal), await ask(disconnected.signal)]) {
      const { value } = (await answer.body?.getReader().read()) ?? {};
      beginnings.push(new TextDecoder().decode(value));
    }
    assert.match(beginnings[0] ?? '', /"messageId":"[\da-f-]{36}"/);
    assert.equal(beginnings[1], beginnings[0]);
    assert.deepEqual([stage.stuck.aborted.length, stage.turns.count], [1, 1]);
    disconnected.abort();
    await sql`update assistant_messages set answer_id = 'elsewhere' where outcome is null and thread_key <> 'k'`.execute(
      kysely(),
    );
    const refused = await stage.askPublicly('slow', from('v', 'slow'), {
      authorization: `Bearer ${stage.slowKey}`,
    });
    assert.deepEqual([refused.status, refused.json.code], [409, 'assistant_message_in_progress']);
    assert.equal(refused.headers.get('retry-after'), '2');
  });

  test('have one answer for each message, even with concurrent processes, and take over a lost process’s messages', async () => {
    const row = { ...asked, threadKey: 'k', projectId: 'ours', messageId: 'm' };
    const inserted = await Promise.all(['a', 'b'].map((answerId) => insertMessage(kysely(), { ...row, answerId })));
    assert.deepEqual(new Set(inserted), new Set([false, true]));
    const former = inserted[0] === true ? 'a' : 'b';
    assert.equal((await selectMessage(kysely(), row))?.isAbandoned, false);
    await sql`update assistant_messages set asked_at = asked_at - interval '6 minutes' where thread_key = 'k'`.execute(
      kysely(),
    );
    assert.equal((await selectMessage(kysely(), row))?.isAbandoned, true);
    const replace = (answerId: string) => replaceMessage(kysely(), { ...row, answerId }, former);
    assert.deepEqual(new Set(await Promise.all([replace('c'), replace('d')])), new Set([false, true]));
    await saveAnswer(kysely(), { ...row, answerId: former }, { text: 'late', sources: [], outcome: 'answered', usage });
    assert.equal((await selectThread(kysely(), 'k'))[0]?.answer, undefined);
  });

  test('don’t store an answer that was stopped, failed or is too long', async () => {
    const log = { warn: () => undefined } as never;
    const claim = { threadKey: 'cut', messageId: 'm', answerId: 'a' };
    const end = (outcome: 'answered' | 'stopped') => ({ type: 'end', outcome, usage }) as const;
    for (const turn of [
      async function* () {
        yield { type: 'text', text: 'half' } as const;
        yield end('stopped');
      },
      async function* () {
        yield { type: 'text', text: 'half' } as const;
        throw new Error('the index is damaged');
      },
      async function* () {
        yield { type: 'text', text: 'x'.repeat(200_001) } as const;
        yield end('answered');
      },
    ]) {
      const row = { ...claim, ...asked, projectId: 'ours' };
      assert.equal(await insertMessage(kysely(), row), true);
      await Array.fromAsync(keepAnswer({ db: kysely(), log, storedBytes: stage.storedBytes }, row, turn())).catch(
        () => undefined,
      );
      assert.deepEqual(await selectThread(kysely(), 'cut'), []);
    }
  });

  test('store their last 100 questions, and model output without characters that PostgreSQL can’t store', async () => {
    const ids = Array.from({ length: 103 }, (_, index) => `m${index}`);
    for (const messageId of ids) {
      const claim = { threadKey: 'long', messageId, answerId: messageId };
      const row = { ...claim, ...asked, projectId: 'ours' };
      await insertMessage(kysely(), row);
      const turn = async function* () {
        yield { type: 'text', text: 'a\0b\ud800' } as const;
        yield { type: 'end', outcome: 'answered', usage } as const;
      };
      await Array.fromAsync(
        keepAnswer({ db: kysely(), log: {} as never, storedBytes: stage.storedBytes }, row, turn()),
      );
    }
    const kept = await selectThread(kysely(), 'long');
    assert.deepEqual(
      kept.map(({ messageId }) => messageId),
      ids.slice(3),
    );
    assert.equal(kept[0]?.answer?.text, 'ab\ufffd');
  });

  test('are deleted after 30 days', async () => {
    await stage.ask('ours', from('v', 'old'));
    await stage.ask('ours', from('v', 'young'));
    const age = (messageAge: string) => sql`
      update assistant_messages set asked_at = now() - ${messageAge}::interval
      where id = (select max(id) from assistant_messages)`;
    await age('29 days').execute(kysely());
    await sql`update assistant_messages set asked_at = now() - interval '31 days' where id <> (select max(id) from assistant_messages)`.execute(
      kysely(),
    );
    await deleteOldMessages(kysely());
    assert.equal(await countStored(), 1);
    assert.equal((await read('old', 'v')).status, 404);
    assert.equal((await read('young', 'v')).status, 200);
  });
});
