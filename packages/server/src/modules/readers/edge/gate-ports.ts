import { describeFailure, type GateEvent, type GatePorts } from '@docwright/site-access';
import { networkOfAddress, UseWindows } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import {
  selectGroupsOfMember,
  selectGroupsOfSession,
  selectMemberOfSession,
  type PasswordHasher,
} from '../../identity/accounts/index.ts';
import {
  deleteExpiredEndings,
  deleteExpiredTokens,
  insertEndedSession,
  insertUsedToken,
  selectEndedSessions,
  takeCode,
  type AccessTables,
} from './access-store.ts';
import type { EdgeAccess } from './edge-access.ts';
import type { EdgeSite } from './edge-site.ts';
import { EndedSessions } from './ended-sessions.ts';
import { createGuessPassword } from './guess-password.ts';
import { MemberGroups } from './member-groups.ts';
import { hashCode } from './open-preview-route.ts';
import { createReaderStore } from './keep-readers.ts';

export interface GatePortsDeps {
  readonly database: Database<AccessTables>;
  readonly linkSecrets: readonly [string, ...string[]];
  readonly passwords: PasswordHasher;
  readonly access: EdgeAccess;
  /** Address of the service, without a trailing slash, where members sign in. */
  readonly dashboardUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Limits on sign-ins by token or provider, for one client at one site. An entire office can be one client. */
const signIns = { uses: 120, windowMs: 60_000 };

export function createGatePorts(deps: GatePortsDeps): GatePorts<EdgeSite> {
  const { database, passwords, access, clock, log } = deps;
  const nowMs = (): number => clock.now();
  const windows = new UseWindows([signIns], nowMs);
  return {
    nowMs,
    secrets: deps.linkSecrets,
    guess: createGuessPassword({ database, passwords, clock, listPasswords: access.listPasswords }),
    members: createMembers(deps),
    fetch: access.fetch,
    takeSignIn: ({ id }, address) => Math.ceil(windows.take(`${id} ${networkOfAddress(address)}`) / 1000),
    useOnce: async ({ found: { projectId } }, { digest, untilMs }) => {
      await deleteExpiredTokens(database.kysely);
      return insertUsedToken(database.kysely, { projectId, digest, expiresAt: new Date(untilMs) });
    },
    endedSessions: createEndedSessions(deps),
    store: createReaderStore(database.kysely),
    report: (site, event) => report({ access, log }, site, event),
    tests: {
      find: ({ found: { projectId, kind } }, token) =>
        kind === 'preview' ? Promise.resolve(undefined) : access.findTest({ projectId, token }),
      store: (_site, id, result) => access.storeTest({ id, result }),
    },
  };
}

/** Minimum time between log messages while the database is unavailable: every reader's request would log one. */
const outageLogMs = 60_000;

function createMembers({ database, dashboardUrl, clock, log }: GatePortsDeps): GatePorts<EdgeSite>['members'] {
  const nowMs = (): number => clock.now();
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const onOutage = (err: unknown): void => {
    if (nowMs() - loggedAtMs < outageLogMs) return;
    loggedAtMs = nowMs();
    log.warn({ err }, "memberships can't be checked; members who were checked in the last hour still have access");
  };
  const sessions = new MemberGroups({
    select: (question: { readonly organizationId: string; readonly sessionId: string }) =>
      selectGroupsOfSession(database.kysely, question),
    nowMs,
    onOutage,
  });
  const users = new MemberGroups({
    select: (question: { readonly organizationId: string; readonly userId: string }) =>
      selectGroupsOfMember(database.kysely, question),
    nowMs,
    onOutage,
  });
  return {
    toSignInUrl: ({ found, hosts, basePath }, { challenge, returnTo }) => {
      const site = found.label ?? hosts[0];
      const query = new URLSearchParams({ site, challenge, to: returnTo, ...(basePath !== '' && { base: basePath }) });
      return `${dashboardUrl}/dashboard/open-preview?${query.toString()}`;
    },
    takeCode: ({ found: { environmentId } }, { code, challenge }) =>
      takeCode(database.kysely, { sha256: hashCode(code), environmentId, challenge }),
    findMember: async ({ found: { organizationId } }, sessionId) => {
      const member = await selectMemberOfSession(database.kysely, { sessionId, organizationId });
      return member && { ...member, name: member.name || undefined };
    },
    findGroups: ({ found: { organizationId } }, sessionId) => sessions.find({ sessionId, organizationId }),
    findGroupsOfUser: ({ found: { organizationId } }, userId) => users.find({ userId, organizationId }),
  };
}

function createEndedSessions({ database, access, clock, log }: GatePortsDeps): GatePorts<EdgeSite>['endedSessions'] {
  const ended = new EndedSessions({
    list: (since) => selectEndedSessions(database.kysely, since),
    store: async ({ id, projectId, untilMs }) => {
      await deleteExpiredEndings(database.kysely);
      await insertEndedSession(database.kysely, { id, projectId, expiresAt: new Date(untilMs) });
    },
    nowMs: () => clock.now(),
    log,
  });
  return {
    has: (_site, id) => ended.has(id),
    end: async ({ found: { projectId, kind } }, { id, untilMs }) => {
      await ended.end({ id, projectId, untilMs });
      if (kind !== 'production') return;
      // This affects only the displayed number of sessions.
      await access
        .endSession({ projectId, id })
        .catch((err: unknown) => log.warn({ projectId, err }, 'a session that ended is still counted'));
    },
  };
}

function report({ access, log }: Pick<GatePortsDeps, 'access' | 'log'>, site: EdgeSite, event: GateEvent): void {
  const { projectId, kind } = site.found;
  switch (event.kind) {
    case 'signed-in': {
      if (kind === 'preview') return;
      const { sessionId: id, subject, credentialId, expiresAtMs } = event;
      const { sessionEpoch: epoch } = site.access;
      const session = { id, projectId, subject, epoch, credentialId, expiresAt: new Date(expiresAtMs) };
      access.recordSession(session).catch((err: unknown) => log.warn({ projectId, err }, 'a sign-in was not counted'));
      return;
    }
    case 'groups-left-out':
      log.warn(
        { projectId, kept: event.kept, leftOut: event.leftOut },
        'a reader has more groups than fit into a session; the groups that were left out grant no access',
      );
      return;
    case 'content-left-out':
      log.warn({ projectId }, "a reader's user object is too large; personalized pages don't show it");
      return;
    case 'not-stored':
      log.error({ projectId, err: event.error }, 'a sign-in, a sign-out or a token could not be stored');
      return;
    case 'sign-in-failed': {
      // The error itself isn't logged, because it contains the received user object.
      const { code, error } = event;
      log.info({ projectId, code, reason: describeFailure(error) }, 'a reader could not sign in');
    }
  }
}
