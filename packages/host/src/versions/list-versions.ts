import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_PATH, parseManifest } from '@docwright/bundle';
import { HostError } from '../errors.ts';
import { activationOrder, matchVersions } from './choose-version.ts';
import { readJournal } from './journal.ts';
import { listVersionIds, readLayout, stagingPath, versionPath } from './version-files.ts';

/** A version on disk, as displayed by commands and the admin endpoint. */
export interface VersionSummary {
  readonly id: string;
  /** The label that `activate` and the pin accept. */
  readonly version: string;
  readonly commit: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly files: number;
  readonly active: boolean;
  /** RFC 3339; null for a version that never became active. */
  readonly lastActivatedAt: string | null;
}

async function summarize(
  folder: string,
  id: string,
): Promise<Omit<VersionSummary, 'active' | 'lastActivatedAt'> | undefined> {
  try {
    const path = versionPath(folder, id);
    const { sha256, bundleBytes } = await readLayout(path);
    const { version, commit, files } = parseManifest(await readFile(join(path, MANIFEST_PATH)));
    return { id, version, commit, sha256, sizeBytes: bundleBytes, files: files.length };
  } catch {
    // The version is damaged or is being deleted, so it can't be chosen.
    return undefined;
  }
}

/**
 * Versions with the most recent activation first, then those without one. By default, `activeId` is read from the
 * journal.
 */
export async function listVersions(folder: string, activeId?: string): Promise<VersionSummary[]> {
  const journal = await readJournal(folder);
  const ids = await listVersionIds(folder);
  const order = activationOrder(journal);
  const active = activeId ?? order.find((id) => ids.includes(id));
  const summaries: VersionSummary[] = [];
  for (const id of [
    ...order.filter((known) => ids.includes(known)),
    ...ids.filter((known) => !order.includes(known)),
  ]) {
    const summary = await summarize(folder, id);
    const lastActivatedAt = journal.findLast(({ versionId }) => versionId === id)?.at ?? null;
    if (summary !== undefined) summaries.push({ ...summary, active: id === active, lastActivatedAt });
  }
  return summaries;
}

/** Throws HostError `version-unknown` or `version-ambiguous`, with the existing names. */
export async function requireVersionNamed(folder: string, name: string): Promise<VersionSummary> {
  const versions = await listVersions(folder);
  const matches = versions.filter(({ id }) => matchVersions(versions, name).some((match) => match.id === id));
  const [first, second] = matches;
  const names = versions.map(({ id, version }) => `${version} (${id})`).join(', ') || 'none';
  if (first === undefined)
    throw new HostError('version-unknown', `the stored version "${name}" does not exist; stored versions: ${names}`);
  if (second !== undefined)
    throw new HostError('version-ambiguous', `more than one version is named "${name}": ${names}; specify the ID`);
  return first;
}

/** A recently staged folder may be about to become active in another process. */
const YOUNGEST_TO_DELETE_MS = 10 * 60 * 1000;

/** Deletes all other versions. Each is renamed first, so that no partly deleted version is ever listed. */
export async function deleteOtherVersions(
  folder: string,
  keep: ReadonlySet<string>,
  at: { readonly nowMs: number; readonly newName: () => string },
): Promise<string[]> {
  const known = new Set(activationOrder(await readJournal(folder)));
  const deleted: string[] = [];
  for (const id of await listVersionIds(folder)) {
    if (keep.has(id)) continue;
    const path = versionPath(folder, id);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: at.nowMs }));
    if (!known.has(id) && at.nowMs - mtimeMs < YOUNGEST_TO_DELETE_MS) continue;
    const trash = stagingPath(folder, at.newName());
    await mkdir(join(trash, '..'), { recursive: true });
    // Another process may have been faster.
    if (
      await rename(path, trash).then(
        () => true,
        () => false,
      )
    )
      deleted.push(id);
    await rm(trash, { recursive: true, force: true });
  }
  return deleted;
}

/** Returns a short name that is unique to a process, for staging folders. */
export function describeProcess(hostName: string, pid: number): string {
  return `${createHash('sha256').update(hostName).digest('hex').slice(0, 12)}-${pid}`;
}
