import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  maxTokens,
  type GateSite,
  type ReaderStore,
  type StoredProfile,
  type StoredToken,
} from '@docwright/site-access';
import { storing } from './storing.ts';

const sweepMs = 10 * 60_000;

export interface ReaderFilesOptions {
  readonly folder: string;
  readonly nowMs: () => number;
  /** Makes temporary file names unique. */
  readonly newId: () => string;
}

/**
 * Stores data about readers as encrypted files in the data folder, for all hosts that share the folder.
 *
 * - `SITE/profiles/OWNER`
 * - `SITE/tokens/ID`
 * - `SITE/owners/OWNER/ID`: empty, lists the tokens of a reader
 */
export class ReaderFiles implements ReaderStore {
  readonly #options: ReaderFilesOptions;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: ReaderFilesOptions) {
    this.#options = options;
  }

  async putProfile(site: GateSite, owner: string, profile: StoredProfile): Promise<void> {
    await this.#sweep();
    await this.#write(this.#path(site, 'profiles', owner), profile);
  }

  async findProfile(site: GateSite, owner: string): Promise<StoredProfile | undefined> {
    return (await readJson(this.#path(site, 'profiles', owner))) as StoredProfile | undefined;
  }

  async addToken(site: GateSite, token: StoredToken): Promise<boolean> {
    await this.#sweep();
    const { id, owner } = token;
    if ((await this.listTokens(site, owner)).length >= maxTokens) return false;
    const path = this.#path(site, 'tokens', id);
    await this.#write(path, token);
    try {
      await this.#write(this.#path(site, 'owners', owner, id), {});
    } catch (error) {
      // A token that isn't listed can't be revoked.
      await rm(path, { force: true });
      throw error;
    }
    return true;
  }

  async listTokens(site: GateSite, owner: string): Promise<readonly StoredToken[]> {
    const ids = await list(this.#path(site, 'owners', owner));
    const tokens = await Promise.all(ids.map((id) => this.#readToken(site, id)));
    return tokens.flatMap((token) => token ?? []).sort((one, other) => one.createdAtMs - other.createdAtMs);
  }

  async findToken(site: GateSite, id: string) {
    const token = await this.#readToken(site, id);
    return token && { token, profile: await this.findProfile(site, token.owner) };
  }

  async deleteToken(site: GateSite, { id, owner }: { readonly id: string; readonly owner: string }): Promise<void> {
    // The ID is user input.
    if (!(await list(this.#path(site, 'owners', owner))).includes(id)) return;
    await rm(this.#path(site, 'tokens', id), { force: true });
    await rm(this.#path(site, 'owners', owner, id), { force: true });
  }

  async #readToken(site: GateSite, id: string): Promise<StoredToken | undefined> {
    const token = (await readJson(this.#path(site, 'tokens', id))) as StoredToken | undefined;
    return token !== undefined && token.expiresAtMs > this.#options.nowMs() ? token : undefined;
  }

  /** @param names digests and random bytes in Base64url */
  #path({ id }: GateSite, ...names: readonly string[]): string {
    return join(this.#options.folder, createHash('sha256').update(id).digest('base64url'), ...names);
  }

  async #write(path: string, value: object): Promise<void> {
    const { newId } = this.#options;
    const draft = `${path}.${newId()}.new`;
    try {
      await storing(async () => {
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
        await writeFile(draft, JSON.stringify(value), { mode: 0o600 });
        await rename(draft, path);
      });
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Removes expired entries, and temporary files of processes that ended. */
  async #sweep(): Promise<void> {
    const { folder, nowMs } = this.#options;
    const now = nowMs();
    if (now - this.#sweptAtMs < sweepMs) return;
    this.#sweptAtMs = now;
    for (const site of await list(folder)) {
      for (const owner of await list(join(folder, site, 'profiles'))) {
        const path = join(folder, site, 'profiles', owner);
        const profile = (await readJson(path)) as StoredProfile | undefined;
        if (profile === undefined ? await isOld(path, now) : profile.untilMs <= now) await rm(path, { force: true });
      }
      await this.#sweepTokens(join(folder, site), now);
    }
  }

  async #sweepTokens(folder: string, now: number): Promise<void> {
    for (const id of await list(join(folder, 'tokens'))) {
      const path = join(folder, 'tokens', id);
      const token = (await readJson(path)) as StoredToken | undefined;
      if (token === undefined ? !(await isOld(path, now)) : token.expiresAtMs > now) continue;
      await rm(path, { force: true });
      if (token !== undefined) await rm(join(folder, 'owners', token.owner, id), { force: true });
    }
  }
}

const hourMs = 3_600_000;

const isOld = async (path: string, nowMs: number): Promise<boolean> =>
  nowMs - ((await stat(path).catch(() => undefined))?.mtimeMs ?? nowMs) > hourMs;

/** Names in a folder; empty before its first file. */
const list = (folder: string): Promise<readonly string[]> => readdir(folder).catch(ifMissing<string[]>([]));

/** Returns `undefined` for a temporary or damaged file. @throws if the folder can't be read */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(ifMissing(undefined));
  if (text === undefined || path.endsWith('.new')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
