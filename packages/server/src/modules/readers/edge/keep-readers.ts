import type { ReaderStore } from '@docwright/site-access';
import type { Queryable } from '../../../platform/database/index.ts';
import type { EdgeSite } from './edge-site.ts';
import {
  deleteAccessToken,
  insertAccessToken,
  selectAccessToken,
  selectAccessTokens,
  selectProfile,
  upsertProfile,
  type ReaderTables,
} from './reader-rows-store.ts';

/** The reader data that edges store. */
export const createReaderStore = (db: Queryable<ReaderTables>): ReaderStore<EdgeSite> => ({
  putProfile: ({ id }, owner, profile) => upsertProfile(db, { environmentId: id, owner, ...profile }),
  findProfile: ({ id }, owner) => selectProfile(db, id, owner),
  addToken: ({ id }, token) => insertAccessToken(db, id, token),
  listTokens: ({ id }, owner) => selectAccessTokens(db, id, owner),
  findToken: async ({ id: environmentId }, id) => {
    const token = await selectAccessToken(db, environmentId, id);
    return token && { token, profile: await selectProfile(db, environmentId, token.owner) };
  },
  deleteToken: ({ id: environmentId }, token) => deleteAccessToken(db, environmentId, token),
});
