import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { askingFor, openAssistant, question, type AssistantStage } from './testing/assistant-stage.ts';

describe('readers’ questions', () => {
  let stage: AssistantStage;
  before(async () => {
    stage = await openAssistant();
    for (const [threadId, id, text] of [
      ['one', 'm1', 'How do I rotate an API key?'],
      ['one', 'm2', 'How do I bake 100% sourdough?'],
      ['two', 'm1', '=1+1 How do I rotate an API key?'],
    ] as const)
      await stage.ask('ours', { ...askingFor(), messages: [question(text, id)], fp: 'v', threadId });
  });
  after(() => stage.service.close());
  const conversations = '/v1/projects/ours/assistant/conversations';
  const call = (method: string, path = '', more: ModuleRequest = {}) =>
    stage.service.request(method, `${conversations}${path}`, more);
  const questionsOf = async (path: string): Promise<readonly string[]> =>
    (await call('GET', path)).json.questions.map((each: { readonly question: string }) => each.question.slice(0, 12));

  test('are listed newest first, page by page', async () => {
    const first = (await call('GET', '?limit=2')).json;
    assert.deepEqual(
      first.questions.map((each: { readonly origin: string }) => each.origin),
      ['api', 'api'],
    );
    assert.deepEqual(await questionsOf(`?limit=2&cursor=${first.nextCursor}`), ['How do I rot']);
    assert.equal((await call('GET', '?cursor=x')).status, 400);
    assert.equal(first.questions[0].conversationId === first.questions[1].conversationId, false);
  });

  test('are found by words, outcome, rating and conversation', async () => {
    assert.deepEqual(await questionsOf('?q=SOURDOUGH'), ['How do I bak']);
    assert.deepEqual(await questionsOf('?q=100%25'), ['How do I bak']);
    assert.deepEqual(await questionsOf('?q=_'), []);
    assert.deepEqual(await questionsOf('?outcome=unanswered'), ['How do I bak']);
    assert.deepEqual(await questionsOf('?rating=up'), []);
    const [{ conversationId }] = (await call('GET')).json.questions;
    assert.deepEqual(await questionsOf(`?conversationId=${conversationId}`), ['=1+1 How do ']);
  });

  test('are exported completely, and escaped so that a spreadsheet doesn’t execute them as formulas', async () => {
    const lines = (await call('GET', '/export?format=jsonl')).text.trim().split('\n');
    assert.equal(lines.length, 3);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      (await call('GET')).json.questions,
    );
    const csv = await call('GET', '/export?format=csv&outcome=answered');
    assert.match(csv.headers.get('content-disposition') ?? '', /assistant-questions\.csv/);
    assert.match(csv.text, /^id,conversation_id,asked_at,question,answer,sources,outcome,rating,path,origin,model,/);
    assert.match(csv.text, /,"'=1\+1 How do I/);
    assert.doesNotMatch(csv.text, /sourdough/);
  });

  test('can be read and deleted only with permission for the project’s analytics', async () => {
    for (const as of [{ organizationId: OTHER }, { projectIds: ['beside'] }])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/export?format=csv'],
        ['DELETE', ''],
        ['DELETE', '/x'],
      ] as const)
        assert.equal((await call(method, path, { as })).status, 404, `${method} ${path}`);
    assert.equal((await call('GET', '', { as: { scopes: ['projects:read'] } })).status, 403);
    assert.equal((await call('DELETE', '', { as: { scopes: ['analytics:read'] } })).status, 403);
  });

  test('can be deleted by conversation, which its visitor no longer sees, or all at once, and both deletions are recorded', async () => {
    const [{ conversationId }] = (await call('GET')).json.questions;
    assert.equal((await call('DELETE', `/${conversationId}`)).status, 204);
    assert.equal((await call('DELETE', `/${conversationId}`)).status, 404);
    const thread = '/discovery/v2/assistant/ours/threads/two?fp=v';
    assert.equal((await stage.service.request('GET', thread, { as: { scopes: ['discovery:read'] } })).status, 404);
    assert.equal((await questionsOf('')).length, 2);
    assert.equal((await call('DELETE')).status, 204);
    assert.deepEqual(await questionsOf(''), []);
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where action like 'assistant_conv%' order by id`.execute(
      stage.service.database.kysely,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['assistant_conversation.deleted', 'assistant_conversations.deleted'],
    );
  });
});
