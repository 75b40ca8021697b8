/** The reader's data from the last sign-in, for agents with the reader's tokens and for the reader's own pages. */
import { createHash } from 'node:crypto';
import type { Reader } from '../reader.ts';
import { openSealed, sealValue } from '../session/sealed-value.ts';
import type { GateSite } from './gate-site.ts';
import type { GatePorts } from './ports.ts';
import type { StoredProfile } from './reader-store.ts';

export interface Profile {
  readonly reader: Reader;
  readonly content: Readonly<Record<string, unknown>>;
  readonly apiPlaygroundInputs: Readonly<Record<string, unknown>>;
}

/**
 * Maximum JSON size in bytes, separately for `content` and `apiPlaygroundInputs`: 5,000 readers need at most 160 MB of
 * storage.
 */
const maxPartBytes = 16 * 1024;

type Plain = Readonly<Record<string, unknown>>;

/** The digest that identifies a reader's stored profile and tokens. */
export const ownerOf = ({ id, access }: GateSite, subject: string): string =>
  createHash('sha256').update(`${id}\n${access.mode}\n${subject}`).digest('base64url');

const toPurpose = ({ id }: GateSite, owner: string): string => `profile\n${id}\n${owner}`;

export class ReaderProfiles<Site extends GateSite> {
  readonly #ports: GatePorts<Site>;

  constructor(ports: GatePorts<Site>) {
    this.#ports = ports;
  }

  /** Stores a profile. @param received the user object, or the claims of an ID token. @throws if the store throws */
  async put(
    site: Site,
    { reader, received, untilMs }: { readonly reader: Reader; readonly received: Plain; readonly untilMs: number },
  ): Promise<void> {
    const { secrets, store, report } = this.#ports;
    const owner = ownerOf(site, reader.subject);
    const content = fitPart(received['content'] ?? withoutUndefined({ name: reader.name, email: reader.email }));
    const apiPlaygroundInputs = fitPart(received['apiPlaygroundInputs'] ?? {});
    if (content === undefined || apiPlaygroundInputs === undefined) report(site, { kind: 'content-left-out' });
    const profile: Profile = { reader, content: content ?? {}, apiPlaygroundInputs: apiPlaygroundInputs ?? {} };
    await store.putProfile(site, owner, { sealed: sealValue(secrets, toPurpose(site, owner), profile), untilMs });
  }

  async find(site: Site, subject: string): Promise<Profile | undefined> {
    const owner = ownerOf(site, subject);
    return this.open(site, owner, await this.#ports.store.findProfile(site, owner));
  }

  /** Decrypts a stored profile. Returns `undefined` if the reader has to sign in again. */
  open(site: Site, owner: string, stored: StoredProfile | undefined): Profile | undefined {
    const { secrets, nowMs } = this.#ports;
    if (stored === undefined || stored.untilMs <= nowMs()) return undefined;
    // This process sealed the value, so its shape is known.
    return openSealed(secrets, toPurpose(site, owner), stored.sealed) as Profile | undefined;
  }
}

/** Copies part of a user object. Returns `undefined` if the part is too large. */
function fitPart(part: unknown): Plain | undefined {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return {};
  return Buffer.byteLength(JSON.stringify(part)) > maxPartBytes ? undefined : { ...part };
}

const withoutUndefined = (values: Plain): Plain =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
