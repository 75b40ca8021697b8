import { createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import {
  isSignedBy,
  keyFingerprint,
  parsePrivateKey,
  parsePublicKey,
  signBundle,
  verifyBundle,
  type ReadBundle,
} from '@docwright/bundle';
import { CliError } from '../cli-error.ts';
import { replaceFileBy } from '../files/replace-file.ts';
import type { CommandResult, Invocation } from '../invocation.ts';
import { formatSize } from '../output/format-size.ts';
import { readOptionFile } from '../read-option-file.ts';
import { writeKeyPair } from './write-key-pair.ts';
import { countOf } from '../count-of.ts';

const KEY_VARIABLE = 'DOCWRIGHT_BUNDLE_SIGNING_KEY';

export interface ForceOption {
  readonly force?: boolean;
}
export interface SignOptions extends ForceOption {
  readonly key?: string;
  readonly out?: string;
}
export interface VerifyOptions {
  readonly key?: readonly string[];
  readonly sha256?: string;
}

export function makeKeys(call: Invocation<ForceOption>): CommandResult {
  const name = resolve(call.context.cwd, call.argument(0));
  const { privateFile, publicFile, publicKey } = writeKeyPair(name, call.options.force === true);
  const fingerprint = keyFingerprint(publicKey);
  const lines = [
    `${privateFile}   signs bundles. Keep it secret. Use its content as ${KEY_VARIABLE}.`,
    `${publicFile}   verifies bundles. Set it as staticExport.publicKey of every deployment.`,
    `Fingerprint ${fingerprint}`,
  ];
  return { json: { privateFile, publicFile, fingerprint }, text: lines.join('\n') };
}

export async function sign(call: Invocation<SignOptions>): Promise<CommandResult> {
  const { context, options } = call;
  const archive = await requireArchive(call);
  const privateKey = await readSigningKey(call);
  const out = options.out === undefined ? archive : resolve(context.cwd, options.out);
  if (options.force !== true) {
    if (out !== archive && existsSync(out))
      throw new CliError('conflict', 'file_exists', `${out} already exists; pass --force to replace it`);
    requireNoOther(await readWhole(archive), privateKey);
  }
  const { manifest, sha256, sizeBytes } = await replaceFileBy(out, async (output) => {
    const signed = await signBundle({ path: archive, output, privateKey });
    await finished(output.end());
    return signed;
  });
  const signedBy = keyFingerprint(privateKey);
  const json = { file: out, version: manifest.version, sha256, sizeBytes, signedBy };
  return { json, text: `${out}\nsha256 ${sha256}\nSigned by ${signedBy}` };
}

function requireNoOther({ manifestBytes, signature }: ReadBundle, privateKey: KeyObject): void {
  if (signature === undefined || isSignedBy(manifestBytes, signature, createPublicKey(privateKey))) return;
  throw new CliError(
    'conflict',
    'signed_by_another',
    'the bundle is signed with a different key: --force replaces its signature',
  );
}

export async function verify(call: Invocation<VerifyOptions>): Promise<CommandResult> {
  const { key: files = [], sha256 } = call.options;
  const archive = await requireArchive(call);
  const keys = await Promise.all(files.map((file) => readKey(call, file, parsePublicKey)));
  const { signature, ...bundle } = await readWhole(archive, sha256);
  const signer = signature && keys.find((key) => isSignedBy(bundle.manifestBytes, signature, key));
  if (keys.length > 0 && signer === undefined) throw refuseSignature(signature !== undefined);
  const { manifest, sizeBytes } = bundle;
  const isSigned = signature !== undefined;
  const signedBy = signer === undefined ? null : keyFingerprint(signer);
  const lines = [
    `${archive}: version ${manifest.version}, ${countOf(manifest.files.length, 'file')}, ${formatSize(sizeBytes)}`,
    `sha256 ${bundle.sha256}`,
    describeSignature(signedBy, isSigned),
  ];
  const { version, deploymentKind } = manifest;
  const json = { file: archive, version, deploymentKind, sha256: bundle.sha256, sizeBytes, isSigned, signedBy };
  return { json, text: lines.join('\n') };
}

function describeSignature(signedBy: string | null, isSigned: boolean): string {
  if (signedBy !== null) return `Signed by ${signedBy}`;
  return isSigned
    ? 'Signed, but the signature was not checked. Pass a public key with --key to check it.'
    : 'Not signed.';
}

function refuseSignature(isSigned: boolean): CliError {
  if (!isSigned) return new CliError('failed', 'signature-missing', 'the bundle is not signed');
  return new CliError('failed', 'signature-invalid', 'the bundle is signed, but not with any of the given keys');
}

async function readWhole(archive: string, sha256?: string): Promise<ReadBundle> {
  const stream = createReadStream(archive);
  const verdict = await verifyBundle(sha256 === undefined ? { stream } : { stream, sha256 });
  if (verdict.ok) return verdict.bundle;
  throw new CliError('failed', verdict.code, `the bundle was rejected: ${verdict.message}`);
}

async function requireArchive({ context, argument }: Invocation<unknown>): Promise<string> {
  const path = resolve(context.cwd, argument(0));
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) return path;
  throw new CliError('usage', 'unreadable_archive', `${path} is not a file`);
}

/** Reads the key from `--key` or from the environment variable that the service uses. */
function readSigningKey(call: Invocation<SignOptions>): Promise<KeyObject> {
  const { context, options } = call;
  if (options.key !== undefined) return readKey(call, options.key, parsePrivateKey);
  const value = context.env[KEY_VARIABLE] ?? '';
  if (value !== '') return Promise.resolve(parseKey(KEY_VARIABLE, value, parsePrivateKey));
  throw new CliError(
    'usage',
    'key_missing',
    `pass the private key with --key or ${KEY_VARIABLE}; create one with docwright bundle keygen`,
  );
}

async function readKey(
  { context }: Invocation<unknown>,
  file: string,
  parse: (text: string) => KeyObject,
): Promise<KeyObject> {
  const text = await readOptionFile(context.cwd, { option: '--key', file, code: 'unreadable_key' });
  return parseKey(resolve(context.cwd, file), text, parse);
}

/** Parses a key. The error describes the problem without quoting the key. */
function parseKey(origin: string, text: string, parse: (text: string) => KeyObject): KeyObject {
  try {
    return parse(text);
  } catch (error) {
    const half = parse === parsePublicKey ? 'public' : 'private';
    throw new CliError(
      'usage',
      'invalid_key',
      `${origin} does not contain an Ed25519 ${half} key (PEM, or 32 bytes in base64)`,
      {
        cause: error,
      },
    );
  }
}
