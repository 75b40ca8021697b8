import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { keyFingerprint, parsePublicKey } from '@docwright/bundle';
import { CliError } from '../cli-error.ts';
import { countOf } from '../count-of.ts';
import { replaceFileBy } from '../files/replace-file.ts';
import type { CommandResult, Invocation } from '../invocation.ts';
import { formatSize } from '../output/format-size.ts';
import { formatTable } from '../output/table.ts';
import { readOptionFile } from '../read-option-file.ts';
import { digestOf, fileSource } from './byte-source.ts';
import { checkPack, type CheckedPack } from './check-pack.ts';
import { extractPack, requireNewFolder } from './extract-pack.ts';
import { toReleaseError } from './pack-error.ts';
import { readImageList } from './read-image-list.ts';
import { imageListFile } from './release-files.ts';
import { listReleaseFiles, withFile, writePack } from './write-pack.ts';

export interface PackOptions {
  readonly out?: string;
  readonly force?: boolean;
}
export interface VerifyOptions {
  readonly key?: readonly string[];
  readonly extract?: string;
}

export async function pack(call: Invocation<PackOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const folder = resolve(context.cwd, call.argument(0));
  const names = await listReleaseFiles(folder);
  const { version } = await withFile(folder, imageListFile, readImageList);
  const out = resolve(context.cwd, options.out ?? `docwright-airgap-${version}.tar`);
  if (options.force !== true && existsSync(out))
    throw new CliError('conflict', 'file_exists', `${out} already exists; pass --force to replace it`);
  progress.show('packing …');
  const result = await replaceFileBy(out, async (output, draft) => {
    await writePack(folder, names, output);
    await finished(output.end());
    progress.show('verifying …');
    return readPack({ path: draft, name: folder, keys: [] }, (checked, facts) =>
      toResult(checked, { ...facts, file: out }),
    ).catch((error: unknown) => {
      throw toReleaseError(error);
    });
  });
  progress.end();
  return result;
}

export async function verify(call: Invocation<VerifyOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const path = resolve(context.cwd, call.argument(0));
  const keys = await Promise.all((options.key ?? []).map((file) => readKey(context.cwd, file)));
  const folder = options.extract === undefined ? undefined : resolve(context.cwd, options.extract);
  if (folder !== undefined) requireNewFolder(folder);
  progress.show('verifying …');
  const result = await readPack({ path, name: path, keys }, async (checked, facts) => {
    if (folder !== undefined) await extractPack(checked, folder);
    return toResult(checked, { ...facts, extractedTo: folder });
  });
  progress.end();
  return result;
}

interface PackFacts {
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly hasKey: boolean;
  readonly extractedTo?: string | undefined;
}

async function readPack<Result>(
  { path, name, keys }: { readonly path: string; readonly name: string; readonly keys: readonly KeyObject[] },
  use: (checked: CheckedPack, facts: PackFacts) => Promise<Result> | Result,
): Promise<Result> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true)
    throw new CliError(
      'usage',
      'unreadable_archive',
      `${path} is not a file; specify a pack, such as docwright-airgap-1.0.0.tar`,
    );
  await using handle = await open(path);
  const source = fileSource(name, handle, found.size);
  const checked = await checkPack(source, keys);
  return await use(checked, {
    file: name,
    sizeBytes: found.size,
    sha256: await digestOf(source),
    hasKey: keys.length > 0,
  });
}

function toResult({ files, list, signer }: CheckedPack, facts: PackFacts): CommandResult {
  const { hasKey, extractedTo, ...pack } = facts;
  const signedBy = signer === undefined ? null : keyFingerprint(signer);
  const { version, images } = list;
  const lines = [
    `${pack.file}: Docwright ${version}, ${countOf(files.length, 'file')}, ${formatSize(pack.sizeBytes)}`,
    `sha256 ${pack.sha256}`,
    describeSignature(signedBy, hasKey),
    '',
    formatTable(
      ['file', 'size'],
      files.map(({ name, sizeBytes }) => [name, formatSize(sizeBytes)]),
    ),
    '',
    images.length === 0
      ? 'No container images. To include them, create the release with "npm run release -- --images".'
      : formatTable(
          ['image', 'digest'],
          images.map(({ name, digest }) => [name, digest]),
        ),
    ...(extractedTo === undefined ? [] : ['', `Extracted to ${extractedTo}`]),
  ];
  const json = {
    ...pack,
    version,
    isSigned: signer !== undefined,
    signedBy,
    isKeyChecked: hasKey,
    files,
    images,
    extractedTo,
  };
  return { json, text: lines.join('\n') };
}

function describeSignature(signedBy: string | null, hasKey: boolean): string {
  if (signedBy === null) return 'Not signed: the digests detect damage, but anyone could have created this pack.';
  return hasKey
    ? `Signed by ${signedBy}`
    : `Signed by ${signedBy}, according to the key in the pack itself. Pass the publisher's key with --key to check it.`;
}

async function readKey(cwd: string, file: string): Promise<KeyObject> {
  const text = await readOptionFile(cwd, { option: '--key', file, code: 'unreadable_key' });
  try {
    return parsePublicKey(text);
  } catch (error) {
    const message = `${resolve(cwd, file)} does not contain an Ed25519 public key (PEM, or 32 bytes in base64)`;
    throw new CliError('usage', 'invalid_key', message, { cause: error });
  }
}
