import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSystemStore } from '../../../../platform/blob-store/index.ts';
import type { ModuleDatabase } from '../../../../testing/module-database.ts';
import {
  openAccountService,
  type AccountService,
  type Browser,
} from '../../../identity/accounts/testing/account-service.ts';
import type { AccessTables } from '../access-store.ts';
import { registerOpenPreviewRoute } from '../open-preview-route.ts';
import { createMemoryAccess, type MemoryAccess } from './memory-access.ts';
import { openEdge, testSecret, type TestEdge } from './open-edge.ts';

/** Two edges of one installation with accounts, for tests of rules that apply to both. */
export interface EdgePair {
  readonly service: AccountService;
  readonly database: ModuleDatabase<AccessTables>;
  readonly access: MemoryAccess;
  readonly edges: readonly [TestEdge, TestEdge];
  /** The owner, signed in to the dashboard. */
  readonly ada: Browser;
  close(): Promise<void>;
}

export async function openEdgePair(): Promise<EdgePair> {
  const sites = { scheme: 'https', domain: 'sites.example', port: undefined } as const;
  const service = await openAccountService({}, (accounts, _routes, { app, database }) =>
    registerOpenPreviewRoute(app, { database: database as unknown as EdgePair['database'], accounts, sites }),
  );
  const database = service.database as unknown as EdgePair['database'];
  const ada = await service.setUpOwner('ada@example.com');
  const access = createMemoryAccess();
  const folder = await mkdtemp(join(tmpdir(), 'docwright-edges-'));
  const blobs = await FileSystemStore.open({
    folder,
    linkBaseUrl: 'https://docs.example',
    linkSecrets: [testSecret],
  });
  const open = (): Promise<TestEdge> => openEdge(database, { access }, undefined, blobs);
  const edges = [await open(), await open()] as const;
  return {
    service,
    database,
    access,
    edges,
    ada,
    close: async () => {
      for (const edge of edges) await edge.close();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
