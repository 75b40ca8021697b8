import { createHash } from 'node:crypto';
import * as keys from '../../modules/publishing/site-access/key-store.ts';
import * as passwords from '../../modules/publishing/site-access/password-store.ts';
import * as sessions from '../../modules/publishing/site-access/session-store.ts';
import * as access from '../../modules/publishing/site-access/store.ts';
import * as tests from '../../modules/publishing/site-access/test-store.ts';
import * as readerRows from '../../modules/readers/edge/reader-rows-store.ts';
import { mayReadMore, now, type Samples, type SamplesOf } from './sample.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const later = new Date(now.getTime() + 3_600_000);
const ofOneSite = "reads one site's sessions, for its administrators";

const settingSamples: SamplesOf<typeof access> = {
  selectAccess: (db, at) => access.selectAccess(db, at('proj')),
  selectServedAccess: (db, at) => access.selectServedAccess(db, at('proj')),
  upsertAccess: (db, at) =>
    access.upsertAccess(db, {
      project_id: at('proj'),
      organization_id: at('org'),
      session_seconds: 3_600,
      session_epoch: 1,
      oauth: null,
      jwt: null,
      proxy: null,
      secrets: null,
      key_id: null,
    }),
  incrementEpoch: (db, at) =>
    access.incrementEpoch(db, { project_id: at('proj'), organization_id: at('org'), session_seconds: 3_600 }),
  selectSealedWithOtherKey: (db) => access.selectSealedWithOtherKey(db, 'current', ''),
  updateSeal: (db, at) => access.updateSeal(db, { project_id: at('proj'), secrets: 's', key_id: 'k' }),
};

const passwordSamples: SamplesOf<typeof passwords> = {
  listReaderPasswords: (db, at) => passwords.listReaderPasswords(db, at('proj')),
  upsertReaderPassword: (db, at) =>
    passwords.upsertReaderPassword(db, { id: 'new', project_id: at('proj'), label: 'readers', hash: 'h' }),
  deletePasswordRow: (db, at) => passwords.deletePasswordRow(db, at('proj'), 'readers'),
};

const keySamples: SamplesOf<typeof keys> = {
  selectKeys: (db, at) => keys.selectKeys(db, at('proj')),
  insertKey: (db, at) =>
    keys.insertKey(db, { project_id: at('proj'), id: 'new', algorithm: 'EdDSA', public_key: 'pem' }),
  deleteKeyRow: (db, at) => keys.deleteKeyRow(db, at('proj'), 'key'),
};

const sessionSamples: SamplesOf<typeof sessions> = {
  insertSession: (db, at) =>
    sessions.insertSession(db, {
      id: 'new',
      projectId: at('proj'),
      subjectSha256: sha256('x'),
      epoch: 0,
      credentialId: undefined,
      expiresAt: now,
    }),
  deleteSession: (db, at) => sessions.deleteSession(db, at('proj'), at('rsession')),
  countSessions: mayReadMore(ofOneSite, (db, at) => sessions.countSessions(db, at('proj'))),
  deleteSessionsOf: [
    (db, at) => sessions.deleteSessionsOf(db, at('proj'), undefined),
    mayReadMore(ofOneSite, (db, at) => sessions.deleteSessionsOf(db, at('proj'), 'none')),
  ],
  deleteExpiredSessions: (db) => sessions.deleteExpiredSessions(db),
};

const testSamples: SamplesOf<typeof tests> = {
  insertTest: mayReadMore("reads one site's tests, and keeps twenty of them", (db, at) =>
    tests.insertTest(db, {
      id: 'new',
      project_id: at('proj'),
      organization_id: at('org'),
      token_sha256: sha256('new'),
      mode: 'jwt',
      settings: 's',
    }),
  ),
  selectTest: (db, at) => tests.selectTest(db, at('proj'), at('sit')),
  selectOpenTest: (db, at) => tests.selectOpenTest(db, at('proj'), sha256(at('test'))),
  updateTestResult: (db, at) => tests.updateTestResult(db, at('sit'), '{}'),
  deleteOldTests: (db) => tests.deleteOldTests(db),
};

const readerRowSamples: SamplesOf<typeof readerRows> = {
  upsertProfile: (db, at) =>
    readerRows.upsertProfile(db, {
      environmentId: at('env'),
      owner: at('owner'),
      sealed: 'x',
      untilMs: later.getTime(),
    }),
  selectProfile: (db, at) => readerRows.selectProfile(db, at('env'), at('owner')),
  insertAccessToken: mayReadMore('counts the tokens of one reader, at most fifty', (db, at) =>
    readerRows.insertAccessToken(db, at('env'), {
      id: 'new',
      owner: at('owner'),
      sealed: 'x',
      createdAtMs: now.getTime(),
      expiresAtMs: later.getTime(),
    }),
  ),
  selectAccessTokens: (db, at) => readerRows.selectAccessTokens(db, at('env'), at('owner')),
  selectAccessToken: (db, at) => readerRows.selectAccessToken(db, at('env'), at('token')),
  deleteAccessToken: (db, at) => readerRows.deleteAccessToken(db, at('env'), { id: at('token'), owner: at('owner') }),
  countAccessTokens: mayReadMore('counts the tokens of a site', (db, at) =>
    readerRows.countAccessTokens(db, at('env'), null),
  ),
  deleteAccessTokens: mayReadMore('deletes the tokens of a site', (db, at) =>
    readerRows.deleteAccessTokens(db, at('env')),
  ),
  deleteExpiredReaderRows: mayReadMore('deletes expired rows', (db) => readerRows.deleteExpiredReaderRows(db)),
};

export const accessSamples: Readonly<Record<string, Samples>> = {
  'modules/publishing/site-access/key-store.ts': keySamples,
  'modules/publishing/site-access/password-store.ts': passwordSamples,
  'modules/publishing/site-access/session-store.ts': sessionSamples,
  'modules/publishing/site-access/store.ts': settingSamples,
  'modules/publishing/site-access/test-store.ts': testSamples,
  'modules/readers/edge/reader-rows-store.ts': readerRowSamples,
};
