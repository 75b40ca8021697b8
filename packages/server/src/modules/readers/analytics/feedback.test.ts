import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { registerFeedbackRoutes } from './feedback-routes.ts';
import { insertFeedback, type FeedbackTables } from './feedback-store.ts';
import { keepAnalytics } from './keep-analytics.ts';

const clock = createFixedClock(new Date('2026-05-05T12:00:00Z'));
type FeedbackFacts = Partial<Omit<Parameters<typeof insertFeedback>[1], 'at'>> & { readonly at?: string };
const viewer = { scopes: ['analytics:read'] } as const;

describe('readers’ feedback', () => {
  let service: ModuleRoutes<FeedbackTables>;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) => registerFeedbackRoutes(routes, { database, clock }));
    for (const id of ['p', 'old']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
    await put('fb_1', { helpful: false, comment: 'Which key?', contact: 'ada@example.com', source: 'contextual' });
    await put('fb_2', { at: '2026-05-02T00:00:00Z' });
    await put('fb_3', { at: '2026-05-02T00:00:00Z', path: '/b', helpful: null, comment: 'No.', source: 'agent' });
    const code = { block: 1, lang: 'bash', code: 'npm ci', filename: 'Install' };
    await put('fb_4', { at: '2026-04-30T00:00:00Z', source: 'code_snippet', helpful: null, comment: 'No.', ...code });
    await put('fb_theirs', { projectId: 'theirs' });
  });
  after(() => service.close());

  const put = (id: string, { at = '2026-05-01T00:00:00Z', ...facts }: FeedbackFacts = {}) =>
    insertFeedback(
      service.database.kysely,
      {
        id,
        projectId: 'p',
        visitor: null,
        path: '/a',
        source: 'thumbs_only',
        helpful: true,
        comment: null,
        contact: null,
        block: null,
        lang: null,
        code: null,
        filename: null,
        ...facts,
        at: new Date(at),
      },
      2_000,
    );
  const path = '/v1/analytics/p/feedback';
  const get = async (query = '', as = {}) => {
    await service.database.kysely.deleteFrom('rate_uses').execute();
    return service.request('GET', `${path}${query}`, { as });
  };
  const idsOf = ({ json }: { readonly json: { readonly feedback: readonly { readonly id: string }[] } }) =>
    json.feedback.map(({ id }) => id);

  test('is listed newest first, page by page, without duplicates or gaps', async () => {
    const first = await get('?limit=1');
    assert.deepEqual([idsOf(first), first.json.hasMore], [['fb_3'], true]);
    const second = await get(`?limit=1&cursor=${first.json.nextCursor as string}`);
    const third = await get(`?limit=1&cursor=${second.json.nextCursor as string}`);
    assert.deepEqual([...idsOf(second), ...idsOf(third)], ['fb_2', 'fb_1']);
    const last = await get(`?limit=1&cursor=${third.json.nextCursor as string}`);
    assert.deepEqual([idsOf(last), last.json.nextCursor, last.json.hasMore], [['fb_4'], null, false]);
  });

  test('can be filtered by source, status and date, and invalid parameters are refused', async () => {
    assert.deepEqual(idsOf(await get('?source=agent')), ['fb_3']);
    const { json } = await get('?source=code_snippet');
    const { block, lang, code, filename, helpful } = json.feedback[0];
    assert.deepEqual(
      [idsOf({ json }), block, lang, code, filename, helpful],
      [['fb_4'], 1, 'bash', 'npm ci', 'Install', null],
    );
    assert.deepEqual(idsOf(await get('?dateFrom=2026-05-02')), ['fb_3', 'fb_2']);
    assert.deepEqual(idsOf(await get('?dateFrom=2026-05-01&dateTo=2026-05-02')), ['fb_1']);
    assert.deepEqual(idsOf(await get('?status=resolved')), []);
    for (const wrong of [
      'limit=0',
      'limit=101',
      'status=done',
      'source=x',
      'cursor=x',
      'cursor=9999-99-99T00:00:00.000Z_fb_1',
      'dateTo=x',
    ])
      assert.equal((await get(`?${wrong}`)).json.code, 'invalid_request', wrong);
  });

  test('contains a reader’s email address only for callers who can handle feedback', async () => {
    const contactsOf = async (as: object) =>
      (await get('?source=contextual', as)).json.feedback.map(({ contact }: { contact: string | null }) => contact);
    assert.deepEqual(await contactsOf({ scopes: ['analytics:write'] }), ['ada@example.com']);
    assert.deepEqual(await contactsOf(viewer), [null]);
  });

  test('is counted by page, the one with the most thumbs down first', async () => {
    const { json } = await get('/by-page');
    assert.deepEqual(json, {
      feedback: [
        { path: '/a', thumbsUp: 1, thumbsDown: 1, comments: 2, total: 3 },
        { path: '/b', thumbsUp: 0, thumbsDown: 0, comments: 1, total: 1 },
      ],
      hasMore: false,
    });
    const one = (await get('/by-page?limit=1')).json;
    assert.deepEqual([one.feedback.length, one.hasMore], [1, true]);
  });

  test('can be changed only with permission, and the audit log doesn’t contain its note', async () => {
    const patch = (id: string, body: object, as = {}) => service.request('PATCH', `${path}/${id}`, { body, as });
    const done = await patch('fb_2', { status: 'resolved', note: 'Done in the guide.' });
    assert.deepEqual([done.json.status, done.json.note], ['resolved', 'Done in the guide.']);
    assert.equal((await patch('fb_2', { note: null })).json.note, null);
    assert.equal((await patch('fb_2', { note: 'x' }, viewer)).status, 403);
    assert.equal((await patch('fb_theirs', { status: 'resolved' })).json.code, 'not_found');
    for (const body of [{}, { status: 'done' }, { note: '' }, { note: 'x\0' }, { note: 'x'.repeat(2_001) }])
      assert.equal((await patch('fb_2', body)).status, 400, JSON.stringify(body).slice(0, 60));
    const events = await service.database.kysely.selectFrom('audit_events').selectAll().execute();
    assert.deepEqual(
      events.map(({ action, target_id: id }) => [action, id]),
      [
        ['feedback.updated', 'fb_2'],
        ['feedback.updated', 'fb_2'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(events), /Done in/);
  });

  test('can be deleted only with permission, and the audit event contains none of its text', async () => {
    await put('fb_5', { comment: 'My name is Ada.', contact: 'ada@example.com', source: 'contextual' });
    const remove = (id: string, as = {}) => service.request('DELETE', `${path}/${id}`, { as });
    assert.equal((await remove('fb_5', viewer)).status, 403);
    for (const id of ['fb_theirs', 'fb_none', 'x%00']) assert.ok([400, 404].includes((await remove(id)).status), id);
    assert.equal((await remove('fb_5', { organizationId: OTHER })).status, 404);
    assert.equal((await remove('fb_5')).status, 204);
    assert.equal((await remove('fb_5')).json.code, 'not_found');
    assert.equal(idsOf(await get()).includes('fb_5'), false);
    const events = await service.database.kysely
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'feedback.deleted')
      .execute();
    assert.deepEqual(
      events.map(({ target_id: id }) => id),
      ['fb_5'],
    );
    assert.doesNotMatch(JSON.stringify(events), /Ada|ada@/);
  });

  test('isn’t found in another organization’s project', async () => {
    assert.equal((await service.request('GET', '/v1/analytics/theirs/feedback')).status, 404);
    assert.equal((await service.request('GET', '/v1/analytics/theirs/feedback/by-page')).status, 404);
  });

  test('is deleted after its retention period', async () => {
    await put('fb_old', { projectId: 'old', at: '2026-04-01T00:00:00Z' });
    await put('fb_new', { projectId: 'old', at: '2026-05-01T00:00:00Z' });
    const days = { analyticsDays: 400, analyticsEventDays: 90, feedbackDays: 30, analyticsFileDays: 0 };
    await keepAnalytics({ database: service.database, clock }, days);
    const rows = await service.database.kysely
      .selectFrom('page_feedback')
      .select('id')
      .where('project_id', '!=', 'p')
      .execute();
    assert.deepEqual(rows.map(({ id }) => id).toSorted(), ['fb_new', 'fb_theirs']);
  });
});
