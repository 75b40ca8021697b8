/** Starts readers' sessions, and decides whether a session is still valid. */
import { randomBytes } from 'node:crypto';
import type { Reader } from '../reader.ts';
import { isCurrentBasis } from '../session/is-current-basis.ts';
import { KnownSessions } from '../session/known-sessions.ts';
import {
  fitSession,
  makeSessionToken,
  maxSessionSeconds,
  type Session,
  type SessionScope,
} from '../session/session.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import type { ReaderProfiles } from './reader-profiles.ts';
import type { Visit } from './visit.ts';
import { whenKnown } from './when-known.ts';

const sessionCookie = 'docwright_reader';
/**
 * Signals to page scripts that the reader's own values can be requested. Without this signal, they don't send a
 * request.
 */
const markCookie = 'docwright_signed_in';
/** Maximum number of cookies with the same name to read: browsers may send several, and programs any number. */
const maxCookies = 4;

export interface NewSession {
  readonly reader: Reader;
  readonly basis: string;
  /** ID of the password or key. */
  readonly credentialId?: string;
  /** Latest end of the sign-in; `undefined` if only the site's limit applies. */
  readonly expiresAtMs: number | undefined;
  /** The user object, if readers have one. */
  readonly received?: Readonly<Record<string, unknown>>;
}

/** The time when a profile expires: tokens use the groups of a sign-in for the duration of the longest session. */
const toProfileEnd = (nowMs: number, expiresAtMs: number | undefined): number =>
  Math.min(nowMs + maxSessionSeconds * 1000, expiresAtMs ?? Number.POSITIVE_INFINITY);

const scopeOf = ({ id, access }: GateSite): SessionScope => ({ siteId: id, mode: access.mode });

export class ReaderSessions<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #profiles: ReaderProfiles<Site>;
  readonly #known: KnownSessions;
  /**
   * Members' sessions with the groups of the last lookup. Reusing an object avoids computing the reader's view of the
   * site again.
   */
  readonly #ofMembers = new WeakMap<Session, Session>();

  constructor(ports: GatePorts<Site>, profiles: ReaderProfiles<Site>) {
    this.#ports = ports;
    this.#profiles = profiles;
    this.#known = new KnownSessions(ports.secrets);
  }

  /** The reader's session, if it is valid. The result is immediate unless it needs a query. */
  find(visit: Visit<Site>): Session | undefined | Promise<Session | undefined> {
    return this.#findAmong(visit.site, visit.cookie(sessionCookie).slice(0, maxCookies));
  }

  #findAmong(site: Site, tokens: readonly string[]): Session | undefined | Promise<Session | undefined> {
    const scope = scopeOf(site);
    const nowMs = this.#ports.nowMs();
    for (const [at, token] of tokens.entries()) {
      const session = this.#known.read(scope, token, nowMs);
      if (session === undefined || !isCurrentBasis(site.access, session)) continue;
      const current = this.#toCurrent(site, session);
      if (current instanceof Promise)
        return current.then((found) => found ?? this.#findAmong(site, tokens.slice(at + 1)));
      if (current !== undefined) return current;
    }
    return undefined;
  }

  /** The session with the groups that its reader has now; `undefined` if it has ended. */
  #toCurrent(site: Site, session: Session): Session | undefined | Promise<Session | undefined> {
    return whenKnown(this.#ports.endedSessions.has(site, session.id), (hasEnded) => {
      if (hasEnded) return undefined;
      return site.access.mode === 'members' ? this.#findMember(site, session) : session;
    });
  }

  async #findMember(site: Site, session: Session): Promise<Session | undefined> {
    const groups = await this.#ports.members?.findGroups(site, session.basis);
    if (groups === undefined) return undefined;
    const known = this.#ofMembers.get(session);
    if (known?.reader.groups === groups) return known;
    const current = { ...session, reader: { ...session.reader, groups } };
    this.#ofMembers.set(session, current);
    return current;
  }

  /**
   * Starts a session.
   *
   * @returns the session's cookies
   * @throws if the reader's profile can't be stored, because earlier groups would still apply
   */
  async start({ site, cookies }: Visit<Site>, started: NewSession): Promise<readonly string[]> {
    const { reader, basis, credentialId, expiresAtMs, received } = started;
    const { nowMs, secrets, report } = this.#ports;
    const { sessionSeconds, sessionEpoch: epoch } = site.access;
    const now = nowMs();
    const latest = now + Math.min(sessionSeconds, maxSessionSeconds) * 1000;
    const id = randomBytes(16).toString('base64url');
    const wanted = { id, reader, groupsLeftOut: 0, expiresAtMs: Math.min(latest, expiresAtMs ?? latest), epoch, basis };
    const session = fitSession(wanted);
    const { groupsLeftOut: leftOut } = session;
    const { subject } = reader;
    report(site, { kind: 'signed-in', sessionId: id, subject, credentialId, expiresAtMs: session.expiresAtMs });
    if (leftOut > 0) report(site, { kind: 'groups-left-out', subject, kept: session.reader.groups.length, leftOut });
    if (received !== undefined)
      await this.#profiles.put(site, { reader: session.reader, received, untilMs: toProfileEnd(now, expiresAtMs) });
    const seconds = Math.max(1, Math.floor((session.expiresAtMs - now) / 1000));
    const cookie = cookies.write(sessionCookie, makeSessionToken(secrets, scopeOf(site), session), seconds);
    return received === undefined ? [cookie] : [cookie, cookies.mark(markCookie, seconds)];
  }

  /** Ends the reader's session everywhere. @returns the headers that remove its cookies */
  async end(visit: Visit<Site>): Promise<readonly string[]> {
    const session = await this.find(visit);
    if (session !== undefined)
      await this.#ports.endedSessions.end(visit.site, { id: session.id, untilMs: session.expiresAtMs });
    return [visit.cookies.remove(sessionCookie), visit.cookies.remove(markCookie)];
  }
}
