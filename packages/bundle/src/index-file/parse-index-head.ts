import { parseManifest } from '../manifest/manifest.ts';
import { BundleError } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import type { PageSources } from '../manifest/page-sources.ts';
import type { IndexHead, SealedInIndex } from './write-index.ts';

export interface ParsedIndexHead {
  readonly head: IndexHead;
  readonly contentTypes: readonly string[];
  readonly sources: readonly PageSources[];
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(Object(value)));
}

function refuse(what: string): never {
  throw new BundleError('index-invalid', `the index of the bundle is invalid: ${what}`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function listOf(value: unknown, what: string): unknown[] {
  return Array.isArray(value) ? value : refuse(`${what} is not a list`);
}

const hash = /^'sha256-[A-Za-z\d+/]{43}='$/;
const origin = /^https?:\/\/[^\s;,'"]+$/;

/** Parses sources, which become part of a header, so they must not contain characters that end a directive. */
function parseSources(value: unknown): PageSources {
  const fields = fieldsOf(value);
  const texts = (name: keyof PageSources): string[] => {
    const pattern = name === 'scripts' ? hash : origin;
    const items = listOf(fields.get(name), name).filter(isText);
    if (!items.every((item) => pattern.test(item))) refuse(`"${name}" of a page contains an invalid source`);
    return items;
  };
  return {
    scripts: texts('scripts'),
    remoteScripts: texts('remoteScripts'),
    styles: texts('styles'),
    frames: texts('frames'),
    media: texts('media'),
    allowed: texts('allowed'),
  };
}

function parseArchive(value: unknown): IndexHead['archive'] {
  const fields = fieldsOf(value);
  const [sha256, sizeBytes] = [fields.get('sha256'), fields.get('sizeBytes')];
  if (!isText(sha256) || !/^[0-9a-f]{64}$/.test(sha256)) return refuse('the archive has no digest');
  if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
    return refuse('the archive has no size');
  return { sha256, sizeBytes };
}

function parseTypes(value: unknown): string[] {
  const types = listOf(value, 'contentTypes').filter(isText);
  if (!types.every((type) => /^[\w.+-]+\/[\w.+-]+(?:; charset=[\w-]+)?$/.test(type)))
    refuse('a content type is invalid');
  return types;
}

function parseSealed(value: unknown): SealedInIndex | undefined {
  if (value === undefined) return undefined;
  const fields = fieldsOf(value);
  const [sha256, tableBytes, contentsAt] = ['sha256', 'tableBytes', 'contentsAt'].map((name) => fields.get(name));
  if (!isText(sha256) || !isBytes(tableBytes) || !isBytes(contentsAt))
    return refuse('the position of the restricted part is missing');
  return { sha256, tableBytes, contentsAt };
}

function isBytes(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Parses the head of an index. Fields that are also in a manifest follow its rules. @throws BundleError */
export function parseIndexHead(bytes: Uint8Array): ParsedIndexHead {
  const fields = fieldsOf(parseBytes(bytes));
  const manifest = parseManifest(
    Buffer.from(JSON.stringify({ ...Object.fromEntries(fields), restricted: undefined, formatVersion: 1, files: [] })),
  );
  const { generator, version, commit, basePath, deploymentKind, features, redirects } = manifest;
  const archive = parseArchive(fields.get('archive'));
  const restricted = parseSealed(fields.get('restricted'));
  const isProtected = manifest.protected === true ? { protected: true as const } : {};
  const shared = { generator, version, commit, basePath, deploymentKind, features, redirects, ...isProtected };
  return {
    head: { ...shared, archive, ...(restricted && { restricted }) },
    contentTypes: parseTypes(fields.get('contentTypes')),
    sources: listOf(fields.get('sources'), 'sources').map(parseSources),
  };
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new BundleError('index-invalid', 'the header of the index is not JSON in UTF-8', { cause: error });
  }
}
