import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { UpkeepDeps } from './rule.ts';

interface Removals {
  files: number;
  bytes: number;
}

/** Wraps the store so that deletions are added to `removals`. */
export function countDeletedFiles(blobs: BlobStore, removals: Removals): BlobStore {
  return {
    put: (key, body, options) => blobs.put(key, body, options),
    open: (key, range, signal) => blobs.open(key, range, signal),
    head: (key) => blobs.head(key),
    list: (prefix) => blobs.list(prefix),
    presign: (key, options) => blobs.presign(key, options),
    close: () => Promise.resolve(),
    delete: async (key) => {
      const info = await blobs.head(key);
      await blobs.delete(key);
      if (info === undefined) return;
      removals.files += 1;
      removals.bytes += info.sizeBytes;
    },
  };
}

type Mirrors = UpkeepDeps<never>['mirrors'];

export function countRemovedMirrors(mirrors: Mirrors, removals: Removals): Mirrors {
  return {
    listUnused: (bounds) => mirrors.listUnused(bounds),
    removeUnused: async (bounds) => {
      const removed = await mirrors.removeUnused(bounds);
      removals.files += removed.length;
      removals.bytes += removed.reduce((sum, { bytes }) => sum + bytes, 0);
      return removed;
    },
  };
}

export interface CountedRows<Schema> {
  readonly database: Database<Schema>;
  readonly removed: () => number;
}

/**
 * Wraps the database so that rows removed by `delete` statements are counted. Rows deleted through foreign keys aren't
 * counted.
 */
export function countDeletedRows<Schema>(database: Database<Schema>): CountedRows<Schema> {
  let rows = 0;
  const deletes = new WeakSet<QueryId>();
  const counter: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (isDelete(node)) deletes.add(queryId);
      return node;
    },
    transformResult: ({ result, queryId }) => {
      if (deletes.has(queryId)) rows += Number(result.numAffectedRows ?? 0);
      return Promise.resolve(result);
    },
  };
  return { database: { ...database, kysely: database.kysely.withPlugin(counter) }, removed: () => rows };
}

function isDelete(node: RootOperationNode): boolean {
  if (node.kind === 'DeleteQueryNode') return true;
  return node.kind === 'RawNode' && /^\s*delete\s/i.test(node.sqlFragments[0] ?? '');
}
