/**
 * Tokens that agents use to read a site with a reader's permission.
 *
 * 1. A token depends on everything that its reader's sign-in depends on (a password, a key, the provider, the
 *    membership, *Sign out everyone*), and becomes invalid at the same time.
 * 2. A token has the groups of its reader's last sign-in, and works as long as that sign-in can last. Members have
 *    their current groups.
 * 3. The validity of a token is checked at most every five seconds.
 */
import type { GateSite } from '../gate/gate-site.ts';
import type { GatePorts } from '../gate/ports.ts';
import { ownerOf, type ReaderProfiles } from '../gate/reader-profiles.ts';
import type { FoundToken, StoredToken } from '../gate/reader-store.ts';
import type { Reader } from '../reader.ts';
import { openSealed, sealValue } from '../session/sealed-value.ts';
import { isCurrentBasis } from '../session/is-current-basis.ts';
import type { AccessMode } from '../site-access.ts';
import { newTokenId, readTokenId, toTokenText } from './reader-token.ts';

/** The scope of a token: the whole site, or its MCP server. */
export type TokenUse = 'site' | 'mcp';

/** The sign-in data on which a token depends. */
export interface TokenBasis {
  readonly subject: string;
  readonly epoch: number;
  readonly basis: string;
}

interface Contents extends TokenBasis {
  readonly mode: AccessMode;
  readonly use: TokenUse;
  /** The name that the reader or the application chose. */
  readonly name: string;
}

export interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly use: TokenUse;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface NewToken {
  /** Set by callers that must recognize a repeated request. Default: a new ID. */
  readonly id?: string;
  readonly name: string;
  readonly use: TokenUse;
  readonly seconds: number;
}

const goodMs = 5_000;
const maxKnown = 10_000;

interface Known {
  readonly askedAtMs: number;
  readonly found: Promise<FoundToken | undefined>;
}

export class TokenRecords<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;
  readonly #profiles: ReaderProfiles<Site>;
  readonly #known = new Map<string, Known>();

  constructor(ports: GatePorts<Site>, profiles: ReaderProfiles<Site>) {
    this.#ports = ports;
    this.#profiles = profiles;
  }

  /** The token's reader, or `undefined` if the token isn't valid for this use. @throws if the store fails */
  async findReader(site: Site, text: string, isUsable: (use: TokenUse) => boolean): Promise<Reader | undefined> {
    const id = readTokenId(this.#ports.secrets, site.id, text);
    const found = id === undefined ? undefined : await this.#ask(site, id);
    if (found === undefined || found.token.expiresAtMs <= this.#ports.nowMs()) return undefined;
    const { token } = found;
    const contents = this.#open(site, token);
    if (contents === undefined || !isUsable(contents.use) || !isCurrentBasis(site.access, contents)) return undefined; // 1
    const { subject, mode } = contents;
    if (mode === 'password') return { subject, groups: [], name: undefined, email: undefined };
    const reader = this.#profiles.open(site, token.owner, found.profile)?.reader; // 2
    if (mode !== 'members' || reader === undefined) return reader;
    const groups = await this.#ports.members?.findGroupsOfUser(site, subject);
    return groups && { ...reader, groups };
  }

  /** @returns the token's text, or `undefined` if the reader has too many tokens */
  async create(site: Site, basis: TokenBasis, wanted: NewToken): Promise<string | undefined> {
    const { secrets, store, nowMs } = this.#ports;
    const { id = newTokenId(), name, use, seconds } = wanted;
    const owner = ownerOf(site, basis.subject);
    const { subject, epoch, basis: of } = basis;
    const contents: Contents = { subject, epoch, basis: of, mode: site.access.mode, use, name };
    const sealed = sealValue(secrets, toPurpose(site, id), contents);
    const createdAtMs = nowMs();
    const token = { id, owner, sealed, createdAtMs, expiresAtMs: createdAtMs + seconds * 1000 };
    return (await store.addToken(site, token)) ? toTokenText(secrets, site.id, id) : undefined;
  }

  /** Creates an application's token. If the reader has too many tokens, deletes the oldest application token first. */
  async createForApplication(site: Site, basis: TokenBasis, wanted: NewToken): Promise<string | undefined> {
    const created = await this.create(site, basis, wanted);
    if (created !== undefined) return created;
    const { subject } = basis;
    const oldest = (await this.list(site, subject)).find(({ use }) => use === 'mcp');
    if (oldest === undefined) return undefined;
    await this.revoke(site, { id: oldest.id, subject });
    return this.create(site, basis, wanted);
  }

  /** Lists valid tokens, including those that are paused until the reader's next sign-in. */
  async list(site: Site, subject: string): Promise<readonly ListedToken[]> {
    const stored = await this.#ports.store.listTokens(site, ownerOf(site, subject));
    return stored.flatMap((token) => {
      const contents = this.#open(site, token);
      if (contents === undefined || !isCurrentBasis(site.access, contents)) return [];
      const { id, createdAtMs, expiresAtMs } = token;
      return [{ id, name: contents.name, use: contents.use, createdAtMs, expiresAtMs }];
    });
  }

  /** Takes effect in this process immediately, elsewhere within five seconds. */
  async revoke(site: Site, token: { readonly id: string; readonly subject: string }): Promise<void> {
    await this.#ports.store.deleteToken(site, { id: token.id, owner: ownerOf(site, token.subject) });
    this.#known.delete(keyOf(site, token.id));
  }

  #open(site: Site, { id, sealed }: StoredToken): Contents | undefined {
    const contents = openSealed(this.#ports.secrets, toPurpose(site, id), sealed) as Contents | undefined;
    return contents?.mode === site.access.mode ? contents : undefined;
  }

  /** Looks up a token, at most every five seconds (rule 3). */
  async #ask(site: Site, id: string): Promise<FoundToken | undefined> {
    const { nowMs, store } = this.#ports;
    const key = keyOf(site, id);
    const known = this.#known.get(key);
    if (known !== undefined && nowMs() - known.askedAtMs < goodMs) return known.found;
    const asked: Known = { askedAtMs: nowMs(), found: store.findToken(site, id) };
    this.#known.delete(key);
    this.#known.set(key, asked);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    try {
      return await asked.found;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      throw error;
    }
  }
}

const keyOf = ({ id: siteId }: GateSite, id: string): string => `${siteId}\n${id}`;
const toPurpose = ({ id: siteId }: GateSite, id: string): string => `token\n${siteId}\n${id}`;
