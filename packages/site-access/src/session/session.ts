/**
 * The contents of a reader's cookie.
 *
 * 1. It is signed for one site and one mode: a cookie from another site, a preview or an earlier mode is invalid.
 * 2. It names the `basis` of the sign-in: revoking the basis ends the session at the next request.
 * 3. It contains no tokens or secrets, and always fits into the 4,096 bytes that browsers accept.
 */
import type { Reader } from '../reader.ts';
import type { AccessMode } from '../site-access.ts';
import { fitGroups } from './fit-groups.ts';
import { readSigned, signValue } from './signed-value.ts';

export interface Session {
  /** Random; `POST /logout` ends the session with this ID. */
  readonly id: string;
  readonly reader: Reader;
  /** Number of the reader's groups that don't fit into the cookie. */
  readonly groupsLeftOut: number;
  readonly expiresAtMs: number;
  readonly epoch: number;
  /**
   * The record on which the sign-in depends: the ID of a password or key, a dashboard session, or the digest of a
   * provider's address and client.
   */
  readonly basis: string;
}

/** The site and the mode for which a cookie is signed. */
export interface SessionScope {
  readonly siteId: string;
  readonly mode: AccessMode;
}

/** Longest session: 30 days. */
export const maxSessionSeconds = 30 * 24 * 3_600;

/**
 * Maximum size of a session's JSON in bytes. In Base64, with name and signature, this is 3,700 of a cookie's 4,096
 * bytes. Groups use the remaining space: at least 1,000 bytes, and about 2,400 with an ordinary subject, name and
 * email, which fits sixty Entra IDs or 180 names of ten letters.
 */
const maxJsonBytes = 2_700;

/** One-letter keys, because the cookie is sent with each request. */
interface Payload {
  readonly i: string;
  readonly s: string;
  readonly g: readonly string[];
  readonly n?: string;
  readonly m?: string;
  /** Seconds since 1970. */
  readonly x: number;
  readonly e: number;
  readonly b: string;
  readonly l?: number;
}

const toPurpose = ({ siteId, mode }: SessionScope): string => `docwright session\n${siteId}\n${mode}`;

/** The session with the groups that fit. */
export function fitSession(session: Session): Session {
  const empty = toPayload({ ...session, reader: { ...session.reader, groups: [] }, groupsLeftOut: 99_999 });
  const room = maxJsonBytes - Buffer.byteLength(JSON.stringify(empty));
  const { groups, leftOut } = fitGroups(session.reader.groups, room);
  const reader = { ...session.reader, groups, ...(leftOut > 0 && { hasOtherGroups: true }) };
  return { ...session, reader, groupsLeftOut: session.groupsLeftOut + leftOut };
}

/** The session cookie's value. @param session from `fitSession` */
export function makeSessionToken(
  secrets: readonly [string, ...string[]],
  scope: SessionScope,
  session: Session,
): string {
  return signValue(secrets, toPurpose(scope), toPayload(session));
}

/** Reads a session cookie. Returns `undefined` if it is forged, expired, or for another site or another mode. */
export function readSessionToken(
  secrets: readonly string[],
  scope: SessionScope,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): Session | undefined {
  const payload = readSigned(secrets, toPurpose(scope), token);
  if (payload === undefined) return undefined;
  // This process signed the payload, so its shape is known.
  const session = toSession(payload as Payload);
  return session.expiresAtMs <= nowMs ? undefined : session;
}

function toPayload({ id, reader, groupsLeftOut, expiresAtMs, epoch, basis }: Session): Payload {
  const { subject, groups, hasOtherGroups = false, name, email } = reader;
  return {
    i: id,
    s: subject,
    g: groups,
    ...(name !== undefined && { n: name }),
    ...(email !== undefined && { m: email }),
    x: Math.floor(expiresAtMs / 1000),
    e: epoch,
    b: basis,
    ...((groupsLeftOut > 0 || hasOtherGroups) && { l: groupsLeftOut }),
  };
}

const toSession = ({ i, s, g, n, m, x, e, b, l }: Payload): Session => ({
  id: i,
  reader: { subject: s, groups: g, name: n, email: m, ...(l !== undefined && { hasOtherGroups: true }) },
  groupsLeftOut: l ?? 0,
  expiresAtMs: x * 1000,
  epoch: e,
  basis: b,
});
