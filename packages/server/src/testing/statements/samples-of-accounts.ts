import { createHash } from 'node:crypto';
import * as attempts from '../../modules/identity/accounts/attempt-store.ts';
import * as links from '../../modules/identity/accounts/link-store.ts';
import * as members from '../../modules/identity/accounts/member-store.ts';
import * as users from '../../modules/identity/accounts/user-store.ts';
import * as apiKeys from '../../modules/project-config/api-keys/store.ts';
import * as auditLog from '../../modules/foundation/audit-log/store.ts';
import * as idempotency from '../../modules/foundation/idempotency/store.ts';
import * as mails from '../../modules/agent/notifications/mail-store.ts';
import * as notifications from '../../modules/agent/notifications/store.ts';
import * as organizations from '../../modules/identity/organizations/store.ts';
import * as upkeep from '../../modules/foundation/upkeep/store.ts';
import * as publicKeys from '../../modules/project-config/public-keys/store.ts';
import * as rateLimits from '../../modules/foundation/rate-limits/store.ts';
import { mayReadMore, sendsNothing, type Place, type Samples, type SamplesOf } from './sample.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const guestOf = ({ n }: { readonly n: number }): string => `guest${n}@example.com`;
const userOf = ({ n }: { readonly n: number }): string => `user${n}@example.com`;

const attemptSamples: SamplesOf<typeof attempts> = {
  takeAttempt: (db, at) =>
    attempts.takeAttempt(db, at('bucket'), { free: 3, firstDelaySeconds: 1, maxDelaySeconds: 9 }),
  forgetAttempts: (db, at) => attempts.forgetAttempts(db, at('bucket')),
  takeBackAttempt: (db, at) => attempts.takeBackAttempt(db, at('bucket')),
};

const linkSamples: SamplesOf<typeof links> = {
  deleteMemberships: (db, at) => links.deleteMemberships(db, at('org')),
  insertSetupLink: (db, at) =>
    links.insertSetupLink(db, {
      tokenSha256: sha256('new'),
      organizationId: at('org'),
      userId: at('user'),
      seconds: 60,
    }),
  selectSetupLink: (db, at) => links.selectSetupLink(db, sha256(at('setup'))),
  takeSetupLink: (db, at) => links.takeSetupLink(db, sha256(at('setup'))),
  upsertInvitation: (db, at) =>
    links.upsertInvitation(db, {
      id: 'invitation_new',
      organization_id: at('org'),
      email: guestOf(at),
      role: 'editor',
      token_sha256: sha256('new'),
      mailed_token_sha256: null,
      invited_by: at('user'),
      seconds: 60,
    }),
  lockInvitationTo: (db, at) => links.lockInvitationTo(db, at('org'), guestOf(at)),
  upsertEmailChange: (db, at) =>
    links.upsertEmailChange(db, {
      userId: at('user'),
      tokenSha256: sha256('new'),
      email: 'new@example.com',
      seconds: 60,
    }),
  takeEmailChange: (db, at) => links.takeEmailChange(db, sha256(at('email'))),
  countInvitations: (db, at) => links.countInvitations(db, at('org')),
  selectInvitations: (db, at) => links.selectInvitations(db, at('org')),
  selectInvitation: (db, at) => links.selectInvitation(db, sha256(at('invitation'))),
  takeInvitation: (db, at) => links.takeInvitation(db, sha256(at('invitation'))),
  deleteInvitation: (db, at) => links.deleteInvitation(db, at('org'), at('invitation')),
  selectInvitationsTo: (db, at) => links.selectInvitationsTo(db, guestOf(at)),
};

const personOf = (at: Place) => ({ organizationId: at('org'), userId: at('user') });
const kinds = ['deployment.failed', 'budget.threshold_reached'] as const;
const notificationSamples: SamplesOf<typeof notifications> = {
  insertNotifications: mayReadMore('reads the members of one organization', (db, at) =>
    notifications.insertNotifications(
      db,
      {
        kind: 'deployment.failed',
        organizationId: at('org'),
        projectId: at('proj'),
        subjectId: null,
        tone: 'bad',
        title: 'x',
        text: '',
      },
      { roles: ['owner', 'editor'], inApp: ['owner'], mail: ['owner'], canMail: true },
    ),
  ),
  selectNotifications: [undefined, '900'].map(
    (before) => (db: never, at: Place) =>
      notifications.selectNotifications(db, personOf(at), { kinds, isUnread: before !== undefined, before, limit: 21 }),
  ),
  countUnread: mayReadMore('counts the notifications of one person', (db, at) =>
    notifications.countUnread(db, personOf(at), kinds),
  ),
  markRead: (db, at) => notifications.markRead(db, personOf(at), ['1', '2']),
  markReadUpTo: (db, at) => notifications.markReadUpTo(db, personOf(at), '900'),
  selectSettings: (db, at) => notifications.selectSettings(db, personOf(at)),
  upsertSettings: (db, at) =>
    notifications.upsertSettings(db, personOf(at), [{ kind: 'deployment.failed', inApp: true, mail: false }]),
  selectAddress: (db, at) => notifications.selectAddress(db, at('user')),
  deleteOldNotifications: mayReadMore('counts the notifications of each person, once an hour', (db) =>
    notifications.deleteOldNotifications(db, { days: 90, ofPerson: 1_000 }),
  ),
};

const mailSamples: SamplesOf<typeof mails> = {
  selectWaiting: [null, 1].map(
    (id) => (db: never, at: Place) => mails.selectWaiting(db, { userId: at('user'), id }, 500),
  ),
  markMails: (db) => mails.markMails(db, [1, 2], 'sent'),
  selectMailbox: (db, at) => mails.selectMailbox(db, at('user')),
  recordSent: (db, at) => mails.recordSent(db, at('user'), 20),
};

const memberSamples: SamplesOf<typeof members> = {
  selectGroupsOfSession: (db, at) =>
    members.selectGroupsOfSession(db, { sessionId: at('session'), organizationId: at('org') }),
  selectGroupsOfMember: (db, at) => members.selectGroupsOfMember(db, { organizationId: at('org'), userId: at('user') }),
  updateReaderGroups: (db, at) =>
    members.updateReaderGroups(db, { organizationId: at('org'), userId: at('user'), readerGroups: ['staff'] }),
  selectMemberOfSession: (db, at) =>
    members.selectMemberOfSession(db, { sessionId: at('session'), organizationId: at('org') }),
  isMember: (db, at) => members.isMember(db, { organizationId: at('org'), userId: at('user') }),
  selectMemberships: (db, at) => members.selectMemberships(db, at('user')),
  selectMembers: (db, at) => members.selectMembers(db, { organizationId: at('org'), limit: 50 }),
  countOwners: mayReadMore('counts the members of one organization', (db, at) => members.countOwners(db, at('org'))),
  insertMember: (db, at) => members.insertMember(db, { organizationId: at('org'), userId: 'user_new', role: 'editor' }),
  updateMemberRole: (db, at) =>
    members.updateMemberRole(db, { organizationId: at('org'), userId: at('user'), role: 'editor' }),
  deleteMember: (db, at) => members.deleteMember(db, { organizationId: at('org'), userId: at('user') }),
  isMemberAddress: (db, at) => members.isMemberAddress(db, at('org'), userOf(at)),
};

const userSamples: SamplesOf<typeof users> = {
  selectUserByEmail: (db, at) => users.selectUserByEmail(db, userOf(at)),
  isAnyUser: (db) => users.isAnyUser(db),
  selectUser: (db, at) => users.selectUser(db, at('user')),
  lockUser: (db, at) => users.lockUser(db, at('user')),
  insertUser: (db) => users.insertUser(db, { id: 'new', name: 'New', email: 'new@example.com', email_verified: false }),
  markEmailVerified: (db, at) => users.markEmailVerified(db, at('user')),
  savePassword: (db, at) => users.savePassword(db, { accountRowId: 'new', userId: at('user'), hash: 'h' }),
  updateEmail: (db, at) => users.updateEmail(db, at('user'), 'new@example.com'),
  hasPassword: (db, at) => users.hasPassword(db, at('user')),
  hasIdentity: (db, at) => users.hasIdentity(db, at('user')),
  deleteIdentities: (db, at) => users.deleteIdentities(db, at('user')),
  selectPasswordHash: (db, at) => users.selectPasswordHash(db, userOf(at)),
  deletePassword: (db, at) => users.deletePassword(db, at('user')),
  deleteSecondFactor: (db, at) => users.deleteSecondFactor(db, at('user')),
  deletePendingProofs: (db, at) => users.deletePendingProofs(db, at('user')),
  selectSecondFactor: (db, at) => users.selectSecondFactor(db, at('user')),
  takeTimeStep: (db, at) => users.takeTimeStep(db, { id: at('factor'), secret: 'x', step: 1 }),
  updateUserName: (db, at) => users.updateUserName(db, at('user'), 'New'),
  selectSessionUser: (db, at) => users.selectSessionUser(db, at('token')),
  selectSessions: (db, at) => users.selectSessions(db, at('user')),
  deleteSessions: (db, at) => users.deleteSessions(db, { userId: at('user') }),
  touchSession: (db, at) => users.touchSession(db, at('session')),
  deleteExpiredAccountRows: (db) => users.deleteExpiredAccountRows(db),
};

const apiKeySamples: SamplesOf<typeof apiKeys> = {
  deleteApiKeys: (db, at) => apiKeys.deleteApiKeys(db, at('org')),
  insertApiKey: (db, at) =>
    apiKeys.insertApiKey(db, {
      id: 'new',
      organization_id: at('org'),
      name: 'New',
      sha256: sha256('new'),
      prefix: 'dw_',
      last_four: 'abcd',
      scopes: ['admin'],
      project_ids: null,
      created_by: at('user'),
      expires_at: null,
      given_until: null,
    }),
  selectUsableKey: (db, at) => apiKeys.selectUsableKey(db, sha256(at('key'))),
  selectUsableKeyById: (db, at) => apiKeys.selectUsableKeyById(db, at('org'), at('key')),
  selectUserWithRole: (db, at) => apiKeys.selectUserWithRole(db, at('org'), at('user')),
  lockKeysOf: (db, at) => apiKeys.lockKeysOf(db, at('org')),
  countUsableKeys: (db, at) => apiKeys.countUsableKeys(db, at('org')),
  deleteEndedKeys: (db) => apiKeys.deleteEndedKeys(db, 90),
  touchApiKey: (db, at) => apiKeys.touchApiKey(db, at('key')),
  selectApiKeys: (db, at) => apiKeys.selectApiKeys(db, at('org')),
  selectApiKeyForUpdate: (db, at) => apiKeys.selectApiKeyForUpdate(db, at('org'), at('key')),
  authorityOfKey: sendsNothing,
  expireApiKey: (db, at) => apiKeys.expireApiKey(db, at('key'), 60),
  markRevoked: (db, at) => apiKeys.markRevoked(db, at('key')),
  selectCreatorNames: (db, at) => apiKeys.selectCreatorNames(db, [at('user')]),
};

const auditLogSamples: SamplesOf<typeof auditLog> = {
  insertAuditEvent: (db, at) =>
    auditLog.insertAuditEvent(db, {
      organization_id: at('org'),
      actor_kind: 'system',
      actor_name: 'x',
      action: 'project.updated',
      result: 'success',
    } as never),
  selectAuditEvents: async (db, at) => {
    const organizationId = at('org');
    const page = { before: undefined, limit: 50 };
    await auditLog.selectAuditEvents(db, { organizationId }, page);
    await auditLog.selectAuditEvents(db, { organizationId }, { ...page, before: '1000' });
    await auditLog.selectAuditEvents(db, { organizationId, actor: at('user') }, page);
    await auditLog.selectAuditEvents(db, { organizationId, actor: `Person ${at.n}` }, page);
    await auditLog.selectAuditEvents(db, { organizationId, actor: 'nobody' }, page);
    await auditLog.selectAuditEvents(db, { organizationId, target: at('proj') }, page);
    await auditLog.selectAuditEvents(db, { organizationId, target: 'nothing' }, page);
    await auditLog.selectAuditEvents(db, { organizationId, action: 'project.updated' }, page);
    await auditLog.selectAuditEvents(db, { organizationId, action: 'none' }, page);
    await auditLog.selectAuditEvents(db, { organizationId, result: 'refused' }, page);
    await auditLog.selectAuditEvents(
      db,
      { organizationId, from: '2001-01-01T00:00:00Z', to: '2002-01-01T00:00:00Z' },
      page,
    );
  },
  deleteOldAuditEvents: (db) => auditLog.deleteOldAuditEvents(db, 400),
};

const idempotencySamples: SamplesOf<typeof idempotency> = {
  tryLockKey: (db) => idempotency.tryLockKey(db, 'name'),
  selectAnswer: (db, at) =>
    idempotency.selectAnswer(db, { organizationId: at('org'), actor: at('key'), key: `k${at.n}` }),
  upsertAnswer: (db, at) =>
    idempotency.upsertAnswer(db, {
      organization_id: at('org'),
      actor: at('key'),
      key: `k${at.n}`,
      operation: 'o',
      body_sha256: sha256('x'),
      response: {},
    }),
  deleteOldAnswers: (db) => idempotency.deleteOldAnswers(db),
};

const upkeepSamples: SamplesOf<typeof upkeep> = {
  takeTurn: (db) => upkeep.takeTurn(db, 'agent-jobs', 3_000),
  endTurn: (db) => upkeep.endTurn(db, { rule: 'agent-jobs', failed: false, rows: 1, files: 0, bytes: 0 }),
  selectRuns: (db) => upkeep.selectRuns(db),
};

const organizationSamples: SamplesOf<typeof organizations> = {
  insertOrganization: (db) =>
    organizations.insertOrganization(db, { id: 'new', name: 'New', plan: 'pro', slug: 'new' }),
  readOrganization: (db, at) => organizations.readOrganization(db, at('org')),
  lockOrganization: (db, at) => organizations.lockOrganization(db, at('org')),
  findFirstOrganization: (db) => organizations.findFirstOrganization(db),
  findOrganization: (db, at) => organizations.findOrganization(db, at('org')),
  listOrganizations: mayReadMore('the operator’s list of all organizations', (db) =>
    organizations.listOrganizations(db),
  ),
  hasSeveralOrganizations: (db) => organizations.hasSeveralOrganizations(db),
  updateOrganizationRow: (db, at) => organizations.updateOrganizationRow(db, at('org'), { name: 'New' }),
  findOrganizationName: (db, at) => organizations.findOrganizationName(db, at('org')),
  findPlan: (db, at) => organizations.findPlan(db, at('org')),
  markDeleted: (db, at) => organizations.markDeleted(db, at('org')),
  selectOrganizationsToPurge: (db) => organizations.selectOrganizationsToPurge(db),
  markPurged: (db, at) => organizations.markPurged(db, at('org')),
  insertConnection: (db, at) => organizations.insertConnection(db, at('org'), 'https://github.com/new/*'),
  deleteConnection: (db, at) => organizations.deleteConnection(db, at('org'), `https://github.com/owner${at.n}/*`),
  findConnectedRepositories: (db, at) => organizations.findConnectedRepositories(db, at('org')),
};

const publicKeySamples: SamplesOf<typeof publicKeys> = {
  deletePublicKeys: (db, at) => publicKeys.deletePublicKeys(db, at('org')),
  insertPublicKey: (db, at) =>
    publicKeys.insertPublicKey(db, {
      id: 'new',
      organization_id: at('org'),
      project_id: at('proj'),
      name: 'New',
      key: 'dw_pub_new',
      allowed_origins: [],
    }),
  selectPublicKeys: (db, at) => publicKeys.selectPublicKeys(db, at('proj')),
  selectPublicKeyForUpdate: (db, at) =>
    publicKeys.selectPublicKeyForUpdate(db, { projectId: at('proj'), id: at('public') }),
  countWorkingKeys: mayReadMore('a project has few keys, because `deleteOldKeys` deletes old ones', (db, at) =>
    publicKeys.countWorkingKeys(db, at('proj')),
  ),
  deleteOldKeys: mayReadMore('a project has few keys, because this deletes old ones', (db, at) =>
    publicKeys.deleteOldKeys(db, at('proj'), 100),
  ),
  updatePublicKeyRow: (db, at) => publicKeys.updatePublicKeyRow(db, at('public'), { name: 'New' }),
  markRevoked: (db, at) => publicKeys.markRevoked(db, at('public')),
  expirePublicKey: (db, at) => publicKeys.expirePublicKey(db, at('public'), 60),
  selectUsablePublicKey: (db, at) => publicKeys.selectUsablePublicKey(db, at('dw_pub')),
  selectOriginsOfProject: mayReadMore('a project has few keys, because `deleteOldKeys` deletes old ones', (db, at) =>
    publicKeys.selectOriginsOfProject(db, at('proj')),
  ),
};

const rateLimitSamples: SamplesOf<typeof rateLimits> = {
  lockBucket: (db) => rateLimits.lockBucket(db, 'bucket'),
  insertUse: mayReadMore('counts the uses of one bucket, which are no more than its limit', (db, at) =>
    rateLimits.insertUse(db, { bucket: `jobs:${at('proj')}`, limit: 100, windowSeconds: 3_600 }),
  ),
  deleteOldUses: mayReadMore('reads the uses of the last days, once an hour', (db) => rateLimits.deleteOldUses(db)),
  leaseUnits: mayReadMore('counts the blocks of one bucket and its window', (db, at) =>
    rateLimits.leaseUnits(db, {
      bucket: `edge:${at('proj')}`,
      limit: 100,
      units: 10,
      countedSeconds: 60,
      returned: { id: '1', unused: 1 },
    }),
  ),
};

export const accountSamples: Readonly<Record<string, Samples>> = {
  'modules/identity/accounts/attempt-store.ts': attemptSamples,
  'modules/identity/accounts/link-store.ts': linkSamples,
  'modules/identity/accounts/member-store.ts': memberSamples,
  'modules/identity/accounts/user-store.ts': userSamples,
  'modules/project-config/api-keys/store.ts': apiKeySamples,
  'modules/foundation/audit-log/store.ts': auditLogSamples,
  'modules/foundation/idempotency/store.ts': idempotencySamples,
  'modules/foundation/upkeep/store.ts': upkeepSamples,
  'modules/agent/notifications/mail-store.ts': mailSamples,
  'modules/agent/notifications/store.ts': notificationSamples,
  'modules/identity/organizations/store.ts': organizationSamples,
  'modules/project-config/public-keys/store.ts': publicKeySamples,
  'modules/foundation/rate-limits/store.ts': rateLimitSamples,
};
