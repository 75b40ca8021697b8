import assert from 'node:assert/strict';
import { open, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { completeExport, failExport } from './end-export.ts';
import { claimExportJob, updateRunningExport } from './store.ts';
import { openExports, outcomeOf, type TestExports } from './testing/open-exports.ts';

const path = '/v1/static-export/jobs';

describe('export jobs', () => {
  let exports: TestExports;
  let project = '';
  let id = '';
  let count = 0;
  before(async () => {
    exports = await openExports();
  });
  after(() => exports.close());
  beforeEach(async () => {
    count += 1;
    const domain = `docs-${count}.example`;
    project = await exports.addProject(`proj_${count}`, { domain });
    id = await start(domain);
    exports.events.length = 0;
  });
  const start = async (domain: string) =>
    (await exports.service.request('POST', path, { body: { domain } })).json.jobId;
  const ask = (method: string, rest: string, more: ModuleRequest = {}) =>
    exports.service.request(method, `${path}${rest}`, more);
  const show = async () => (await ask('GET', `/${id}`)).json;
  const db = () => exports.service.database.kysely;
  const ends = () => ({ database: exports.service.database, publishEvent: exports.publishEvent });
  const fileOf = (key: string) => join(exports.folder, 'objects', `${key}~`);

  describe('claiming an export job', () => {
    test('makes the attempt number a fencing token: later writes by the previous worker are refused', async () => {
      const first = await claimExportJob(db(), id);
      const second = await claimExportJob(db(), id);
      assert.deepEqual([first?.attempt, second?.attempt], [1, 2]);
      const lost = { id, attempt: 1 };
      assert.equal(await updateRunningExport(db(), lost, { progress: 99 }), false);
      assert.equal(await completeExport(ends(), lost, outcomeOf()), undefined);
      assert.equal(await failExport(ends(), { ...lost, code: 'internal', message: 'late' }), undefined);
      assert.deepEqual([(await show()).status, (await show()).progress, exports.events.length], ['running', 0, 0]);
      assert.ok((await completeExport(ends(), { id, attempt: 2 }, outcomeOf())) !== undefined);
      assert.equal((await show()).status, 'completed');
    });

    test('by two concurrent workers gives them different attempt numbers', async () => {
      const attempts = await Promise.all([claimExportJob(db(), id), claimExportJob(db(), id)]);
      assert.deepEqual(new Set(attempts.map((row) => row?.attempt)), new Set([1, 2]));
    });

    test('again doesn’t decrease the progress, even if the second attempt writes a smaller value', async () => {
      const row = await claimExportJob(db(), id);
      const lease = { id, attempt: row?.attempt ?? 0 };
      await updateRunningExport(db(), lease, { progress: 60, pageCount: 6, totalPages: 10 });
      const again = await claimExportJob(db(), id);
      await updateRunningExport(db(), { id, attempt: again?.attempt ?? 0 }, { progress: 5, pageCount: 0 });
      const job = await show();
      assert.deepEqual([job.progress, job.pageCount, job.totalPages], [60, 6, 10]);
    });

    test('is impossible after the job has ended, and the job doesn’t change', async () => {
      await exports.complete(id, Buffer.from('bundle'));
      assert.equal(await claimExportJob(db(), id), undefined);
      assert.equal(await failExport(ends(), { id, code: 'internal', message: 'late' }), undefined);
      await assert.rejects(
        exports.service.database.pool.query(`UPDATE export_jobs SET status = 'queued' WHERE id = $1`, [id]),
        /may not go from completed to queued/,
      );
      assert.deepEqual(
        exports.events.map(({ type }) => type),
        ['static-export.job.completed'],
      );
    });

    test('and failing it twice at the same time reports one end, without the link and the issues', async () => {
      const row = await claimExportJob(db(), id);
      const failure = { id, code: 'render_failed', message: 'NUL \u0000 in "it"' };
      const both = await Promise.all([
        failExport(ends(), { ...failure, attempt: row?.attempt ?? 0 }),
        failExport(ends(), failure),
      ]);
      assert.equal(both.filter((one) => one !== undefined).length, 1);
      const [event, ...more] = exports.events;
      assert.deepEqual([event?.type, event?.projectId, more], ['static-export.job.failed', project, []]);
      const data = event?.data as Record<string, unknown>;
      assert.deepEqual([data['jobId'], data['errorCode'], data['error']], [id, 'render_failed', 'NUL \ufffd in "it"']);
      assert.ok(!('issues' in data) && !('bundleUrl' in data));
    });
  });

  describe('canceling an export job', () => {
    test('cancels its queue entry, even if a worker has taken it', async () => {
      const { rows } = await exports.service.database.pool.query(
        `UPDATE pgboss.job SET state = 'active', started_on = now() WHERE singleton_key = $1 RETURNING id`,
        [id],
      );
      assert.equal(rows.length, 1);
      await ask('POST', `/${id}/cancel`);
      const queued = await exports.service.database.pool.query(
        'SELECT state FROM pgboss.job WHERE singleton_key = $1',
        [id],
      );
      assert.deepEqual(queued.rows, [{ state: 'cancelled' }]);
    });

    test('is possible once, and the end is recorded once', async () => {
      await claimExportJob(db(), id);
      const answers = await Promise.all([ask('POST', `/${id}/cancel`), ask('POST', `/${id}/cancel`)]);
      const codes = answers.map(({ json }) => json.code ?? json.errorCode);
      assert.deepEqual(new Set(codes), new Set(['cancelled', 'export_not_active']));
      const { rows } = await exports.service.database.pool.query(
        `SELECT action FROM audit_events WHERE target_id = $1 AND action LIKE '%cancelled'`,
        [id],
      );
      assert.equal(rows.length, 1);
      assert.equal(await updateRunningExport(db(), { id, attempt: 1 }, { progress: 50 }), false);
    });

    test('is refused for a finished export', async () => {
      await exports.complete(id, Buffer.from('bundle'));
      const refused = await ask('POST', `/${id}/cancel`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'export_not_active']);
      assert.match(refused.json.error, /"completed"/);
    });
  });

  test('are reported as missing to another organization or project, and under another project’s address', async () => {
    await exports.complete(id, Buffer.from('bundle'));
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_of_another'] }]) {
      for (const answer of [
        await ask('GET', `/${id}`, { as }),
        await ask('POST', `/${id}/bundle`, { as }),
        await ask('POST', `/${id}/cancel`, { as }),
        await ask('GET', `/${id}/events`, { as }),
        await exports.service.request('GET', `/v1/static-export/${project}/jobs/${id}`, { as }),
      ]) {
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found'], JSON.stringify(as));
      }
    }
    const other = await exports.addProject(`${project}_other`);
    const wrong = await exports.service.request('GET', `/v1/static-export/${other}/jobs/${id}`);
    assert.equal(wrong.status, 404, 'under another project of the same organization');
  });

  describe('the bundle of an export job', () => {
    const bytes = Buffer.from('a bundle');

    test('has an expiring link if the job is completed, and the creation of a link is logged', async () => {
      const early = await ask('POST', `/${id}/bundle`);
      assert.deepEqual([early.status, early.json.code], [409, 'export_not_completed']);
      await exports.complete(id, bytes);
      const { json } = await ask('POST', `/${id}/bundle`);
      assert.equal(Date.parse(json.expiresAt), exports.clock.now() + 600_000);
      assert.equal(json.sizeBytes, bytes.length);
      const query = new URL(json.bundleUrl).searchParams;
      assert.match(query.get('name') ?? '', /^docs-\d+\.example-[\w.]+\.tar\.gz$/);
      const { rows } = await exports.service.database.pool.query(
        `SELECT details FROM audit_events WHERE target_id = $1 AND action = 'static_export.link_created'`,
        [id],
      );
      assert.deepEqual(rows, [{ details: { expiresAt: json.expiresAt } }]);
    });

    const expectGone = async (code: string, { isListed = false } = {}) => {
      const refused = await ask('POST', `/${id}/bundle`);
      assert.deepEqual([refused.status, refused.json.code], [410, code], refused.text);
      assert.match(refused.json.error, /Start the export again/);
      const listed = (await ask('GET', `?project=${project}`)).json.jobs[0];
      for (const [job, hasLink] of [
        [await show(), isListed],
        [listed, isListed],
      ] as const) {
        assert.deepEqual([job.status, job.sizeBytes, 'bundleUrl' in job], ['completed', bytes.length, hasLink], code);
      }
    };

    test('is reported as deleted without making the list fail', async () => {
      await rm(fileOf(await exports.complete(id, bytes)));
      await expectGone('bundle_missing');
    });

    test('is reported as damaged if it is truncated', async () => {
      await truncate(fileOf(await exports.complete(id, bytes)), 4);
      await expectGone('bundle_damaged');
    });

    test('is reported as damaged by a changed byte only when a link is requested', async () => {
      const file = await open(fileOf(await exports.complete(id, bytes)), 'r+');
      await file.write(Buffer.from('b'), 0, 1, 0);
      await file.close();
      await expectGone('bundle_damaged', { isListed: true });
    });
  });

  describe('the list of export jobs', () => {
    test('is sorted newest first, is paginated without duplicates, and contains only jobs of the organization', async () => {
      const domain = `listed-${count}.example`;
      const own = await exports.addProject(`${project}_list`, { domain });
      const ids = [];
      for (let made = 0; made < 5; made += 1) ids.unshift(await start(domain));
      const seen = [];
      let cursor: string | null = null;
      do {
        const { json } = await ask('GET', `?project=${own}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
        seen.push(...json.jobs.map((job: { jobId: string }) => job.jobId));
        cursor = json.nextCursor;
      } while (cursor !== null);
      assert.deepEqual(seen, ids);
      const foreign = await ask('GET', `?project=${own}`, { as: { organizationId: OTHER } });
      assert.deepEqual(foreign.json.jobs, []);
      const bound = await ask('GET', '', { as: { projectIds: [own] } });
      assert.deepEqual(new Set(bound.json.jobs.map((job: { projectId: string }) => job.projectId)), new Set([own]));
    });

    test('is filtered by status and domain, and refuses another organization’s cursor and an invalid filter', async () => {
      await exports.complete(id, Buffer.from('x'));
      const completed = await ask('GET', `?status=completed&domain=docs-${count}.example`);
      assert.deepEqual(
        completed.json.jobs.map((job: { jobId: string }) => job.jobId),
        [id],
      );
      const foreign = await ask('GET', `?cursor=${id}`, { as: { organizationId: OTHER } });
      assert.equal(foreign.status, 400);
      for (const query of [
        'cursor=se_none',
        'cursor=%00',
        'status=done',
        'limit=0',
        'limit=2147483648',
        'domain=a%20b',
      ]) {
        assert.equal((await ask('GET', `?${query}`)).status, 400, query);
      }
    });
  });
});
