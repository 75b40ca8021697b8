import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createNotificationHub } from '../../../platform/database/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { notifySite, type DeploymentTables } from '../../publishing/deployments/index.ts';
import { followChanges } from './follow-changes.ts';
import { openTransactionPooler, type TransactionPooler } from './testing/transaction-pooler.ts';

describe('changes that are reported to an edge', () => {
  let database: ModuleDatabase<DeploymentTables>;
  let pooler: TransactionPooler;
  let reported: string[] = [];
  let next = Promise.withResolvers<void>();
  const table = {
    changed: async (projectId: string) => {
      reported.push(projectId);
      next.resolve();
    },
    changedAll: async () => undefined,
    lookAgain: async () => undefined,
  };
  const log = createLogger({ level: 'silent' });

  before(async () => {
    database = await openModuleDatabase<DeploymentTables>();
    pooler = await openTransactionPooler(database.url);
  });
  after(async () => {
    await pooler.close();
    await database.close();
  });
  beforeEach(async () => {
    reported = [];
    next = Promise.withResolvers();
    await database.pool.query('delete from site_changes');
  });
  const follow = async (url: string) => {
    const hub = createNotificationHub({ url, onError: () => undefined });
    const proofs = Promise.withResolvers<string>();
    await hub.listen({ channel: 'docwright_proof', onMessage: proofs.resolve });
    const stop = await followChanges({ database, notifications: hub, table, log, onReady: () => undefined });
    return {
      proof: proofs.promise,
      close: async () => {
        await stop();
        await hub.close();
      },
    };
  };

  test('are polled, each once, if LISTEN succeeds but no notification arrives', async (t) => {
    // The test triggers each poll.
    t.mock.timers.enable({ apis: ['setInterval'] });
    const following = await follow(pooler.url);
    const open = await database.pool.connect();
    // An open transaction that has written keeps later changes within the polled range.
    await open.query(`begin; insert into site_changes (project_id) values ('late')`);
    for (const name of ['first', 'second']) {
      await notifySite(database.kysely, name);
      t.mock.timers.tick(500);
      await next.promise;
      next = Promise.withResolvers();
    }
    await open.query('commit');
    open.release();
    t.mock.timers.tick(500);
    await next.promise;
    assert.deepEqual(reported, ['first', 'second', 'late']);
    await following.close();
  });

  test('are no longer polled once notifications are known to arrive', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const following = await follow(database.url);
    await following.proof;
    // Only a poll could find this change.
    await database.pool.query(`insert into site_changes (project_id) values ('unannounced')`);
    t.mock.timers.tick(500);
    await notifySite(database.kysely, 'said');
    await next.promise;
    assert.deepEqual(reported, ['said']);
    await following.close();
  });
});
