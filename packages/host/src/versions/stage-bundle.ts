import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { readBundle, SIGNATURE_PATH, MANIFEST_PATH } from '@docwright/bundle';
import type { BundlePolicy, Manifest } from '@docwright/bundle';
import { HostError, toStorageError } from '../errors.ts';
import { findDeploymentProblem, type DeployedAs } from './find-deployment-problem.ts';
import { isSameFile } from './same-file.ts';
import { AppendFile, PackSink } from './pack-file.ts';
import { BUNDLE_FILE, LAYOUT_FILE, PACK_FILE, SEALED_FILE, stagingPath, versionPath } from './version-files.ts';
import type { VersionLayout } from './version-files.ts';

export interface StageRequest extends DeployedAs {
  /** The site's folder below the data folder. */
  readonly folder: string;
  readonly stream: AsyncIterable<Buffer>;
  readonly policy: Partial<BundlePolicy>;
  readonly publicKey: KeyObject | undefined;
  /** Hex; `''` accepts any digest. */
  readonly sha256: string;
  /** The pinned label; `''` accepts any label. */
  readonly version: string;
  /** Unique among processes. */
  readonly stagingName: string;
  /** Named points of the staging at which tests can interrupt it. */
  readonly atPoint: (point: StagingPoint) => Promise<void> | void;
}

export type StagingPoint = 'staging-made' | 'chunk' | 'read' | 'synced' | 'renamed';

export interface StagedVersion {
  readonly versionId: string;
  readonly manifest: Manifest;
  /** Whether the verified version replaced a damaged folder of the same version. */
  readonly repaired: boolean;
}

/**
 * Streams a bundle into a verified version on disk. If that fails, nothing is stored. All files are written into a
 * staging folder, and one rename creates the version's folder, so it is always complete and verified.
 * @throws HostError or BundleError with the reason
 */
export async function stageBundle(request: StageRequest): Promise<StagedVersion> {
  const staging = stagingPath(request.folder, request.stagingName);
  try {
    await mkdir(staging, { recursive: true });
    await request.atPoint('staging-made');
    const staged = await fillStaging(staging, request);
    const trash = stagingPath(request.folder, `${request.stagingName}-damaged`);
    const repaired = await moveIntoPlace(staging, versionPath(request.folder, staged.versionId), trash);
    await request.atPoint('renamed');
    return { ...staged, repaired };
  } catch (error) {
    throw toStorageError(error);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function fillStaging(staging: string, request: StageRequest): Promise<Omit<StagedVersion, 'repaired'>> {
  const archive = await AppendFile.create(join(staging, BUNDLE_FILE));
  const pack = await AppendFile.create(join(staging, PACK_FILE));
  try {
    async function* keep(): AsyncGenerator<Buffer> {
      for await (const chunk of request.stream) {
        await request.atPoint('chunk');
        await archive.append(chunk);
        yield chunk;
      }
    }
    const sink = new PackSink(pack);
    const { policy, publicKey, sha256 } = request;
    const bundle = await readBundle({
      stream: keep(),
      sink,
      policy,
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(sha256 === '' ? {} : { sha256 }),
    });
    requireVersion(bundle.manifest, request.version);
    const problem = findDeploymentProblem(bundle.manifest, request);
    if (problem !== undefined) throw problem;
    await request.atPoint('read');
    await archive.finish();
    await pack.finish();
    const { manifest } = bundle;
    const offsets = manifest.files.map(({ path }) => sink.offsets.get(path) ?? 0);
    const sizes = { bundleBytes: bundle.sizeBytes, packBytes: pack.offset };
    const { sealed } = bundle;
    const places = sealed && { sealed: { packAt: sink.sealedAt, contentsAt: sealed.contentsAt } };
    const layout: VersionLayout = { formatVersion: 1, sha256: bundle.sha256, ...sizes, offsets, ...places };
    if (sealed !== undefined) await writeFile(join(staging, SEALED_FILE), sealed.tableBytes, { flush: true });
    await writeFile(join(staging, MANIFEST_PATH), sink.manifest, { flush: true });
    if (sink.signature !== undefined) await writeFile(join(staging, SIGNATURE_PATH), sink.signature, { flush: true });
    await writeFile(join(staging, LAYOUT_FILE), JSON.stringify(layout), { flush: true });
    await request.atPoint('synced');
    return { versionId: bundle.sha256.slice(0, 24), manifest };
  } finally {
    await archive.close();
    await pack.close();
  }
}

function requireVersion({ version }: Manifest, pinned: string): void {
  if (pinned === '' || pinned === version) return;
  throw new HostError('version-mismatch', `the bundle is version "${version}"; the settings require "${pinned}"`);
}

/** Returns whether it replaced a damaged version. */
async function moveIntoPlace(staging: string, target: string, trash: string): Promise<boolean> {
  const parent = join(target, '..');
  await mkdir(parent, { recursive: true });
  if (await moveFolder(staging, target)) {
    await syncFolder(parent);
    return false;
  }
  // Another process, or an earlier start, has stored the same bundle: the folder's name is its digest. Since then, a
  // power failure, a full disk or a failing disk may have changed the bytes.
  if (await isIntact(staging, target)) return false;
  try {
    // Another process may also be repairing the version. One of the two then finds the folder missing here, or present
    // below.
    await moveFolder(target, trash);
    const repaired = await moveFolder(staging, target);
    await syncFolder(parent);
    return repaired;
  } finally {
    await rm(trash, { recursive: true, force: true });
  }
}

/** Returns false if the target exists, or if another process moved the source away. */
async function moveFolder(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // ENOTDIR: a file has the version's name, and is renamed like a folder.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT'].includes(code)) throw error;
    return false;
  }
}

/** Compares every file of the verified version with the stored version. Files that only the latter has are ignored. */
async function isIntact(staging: string, target: string): Promise<boolean> {
  for (const name of await readdir(staging))
    if (!(await isSameFile(join(staging, name), join(target, name)))) return false;
  return true;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
