import { readSessionToken, type Session, type SessionScope } from './session.ts';

/** Maximum number of cached sessions. With the largest cookies, they need about 40 MB. */
const maxKnown = 5_000;

interface Known extends SessionScope {
  readonly session: Session;
}

/** Reads sessions from cookies, and verifies each cookie's signature once. */
export class KnownSessions {
  readonly #secrets: readonly string[];
  readonly #known = new Map<string, Known>();

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  read(scope: SessionScope, token: string, nowMs: number): Session | undefined {
    const known = this.#known.get(token);
    if (known !== undefined && known.siteId === scope.siteId && known.mode === scope.mode)
      return known.session.expiresAtMs > nowMs ? known.session : undefined;
    const session = readSessionToken(this.#secrets, scope, { token, nowMs });
    if (session !== undefined) this.#remember(token, { ...scope, session });
    return session;
  }

  #remember(token: string, known: Known): void {
    // A copy, because a slice of the header would retain the whole header.
    this.#known.set(Buffer.from(token).toString(), known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}
