import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { OTHER, openModuleDatabase, principalOf, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { createJobChanges } from '../../../foundation/job-changes/index.ts';
import type { AgentJobTables } from '../tables.ts';
import { waitForAgentJob } from './wait-for-agent-job.ts';

describe('waiting for an agent job', () => {
  let database: ModuleDatabase<AgentJobTables>;
  const changes = createJobChanges();
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
    await insertAgentJob(database, 'aj_1');
  });
  after(() => database.close());

  const wait = (
    options: { id?: string; seconds?: number; signal?: AbortSignal; look?: () => ReturnType<typeof principalOf> } = {},
  ) =>
    waitForAgentJob(
      { db: database.kysely, changes },
      {
        principal: principalOf(),
        projectId: 'project',
        id: options.id ?? 'aj_1',
        waitSeconds: options.seconds ?? 60,
        stayOpen: () => ({
          identify: async () => (options.look ?? principalOf)(),
          watch: () => new Promise(() => undefined),
          close: () => undefined,
        }),
      },
      options.signal ?? new AbortController().signal,
    );

  for (const id of ["aj_1' or 'a' = 'a", '2147483648', 'aj_2']) {
    test(`finds no job ${JSON.stringify(id)}`, async () => {
      await assert.rejects(wait({ id }), { code: 'not_found' });
    });
  }

  test('treats another organization’s job like a missing one', async () => {
    await assert.rejects(wait({ look: () => principalOf({ organizationId: OTHER }) }), { code: 'not_found' });
  });

  test('returns an active job when the time limit expires, or when the caller has disconnected', async () => {
    assert.equal((await wait({ seconds: 0 })).status, 'active');
    assert.equal((await wait({ signal: AbortSignal.abort() })).status, 'active');
  });

  test('checks after a change whether the caller can still see the job', async () => {
    let looks = 0;
    const look = () => {
      looks += 1;
      setImmediate(() => changes.notify('aj_1'));
      return principalOf(looks === 1 ? {} : { projectIds: ['other'] });
    };
    await assert.rejects(wait({ look }), { code: 'not_found' });
    assert.equal(looks, 2);
  });

  test('returns a job as soon as it has ended', async () => {
    const look = () => {
      setImmediate(
        () =>
          void sql`update agent_jobs set status = 'failed' where id = 'aj_1'`
            .execute(database.kysely)
            .then(() => changes.notify('aj_1')),
      );
      return principalOf();
    };
    assert.equal((await wait({ look })).status, 'failed');
  });
});
