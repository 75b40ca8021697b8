import type { GateSite } from './gate-site.ts';

/** Thrown if the store accepts no more data, for example because the disk is full. Existing data is preserved. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError';
}

/**
 * Stores a gate's data about readers: for agents that read with a reader's permission, and for pages that show a
 * reader's own values. Values are encrypted, and only a gate can read them. `owner` is the digest of a reader.
 */
export interface ReaderStore<Site extends GateSite = GateSite> {
  /** Replaces the reader's profile. It may be deleted after `untilMs`. */
  putProfile(site: Site, owner: string, profile: StoredProfile): Promise<void>;
  findProfile(site: Site, owner: string): Promise<StoredProfile | undefined>;
  /** Returns false if the reader has `maxTokens` tokens that haven't expired. */
  addToken(site: Site, token: StoredToken): Promise<boolean>;
  /** Tokens that haven't expired, oldest first. */
  listTokens(site: Site, owner: string): Promise<readonly StoredToken[]>;
  /** The token with its owner's profile; `undefined` if the token was revoked or has expired. */
  findToken(site: Site, id: string): Promise<FoundToken | undefined>;
  /** Does nothing if the owner has no such token. */
  deleteToken(site: Site, token: { readonly id: string; readonly owner: string }): Promise<void>;
}

/** Maximum number of tokens per reader, whether created on the account page or by applications. */
export const maxTokens = 50;

export interface StoredProfile {
  readonly sealed: string;
  readonly untilMs: number;
}

export interface StoredToken {
  /** 22 characters of Base64url. */
  readonly id: string;
  readonly owner: string;
  readonly sealed: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface FoundToken {
  readonly token: StoredToken;
  readonly profile: StoredProfile | undefined;
}
