import type { BundleRedirect } from './redirects.ts';
import { BundleError } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import { deploymentKinds, isDeploymentKind, type DeploymentKind, type ResolvedFeatures } from './features.ts';
import { isDestination } from './redirects.ts';

export const MANIFEST_PATH = 'manifest.json';
export const SIGNATURE_PATH = 'manifest.json.sig';
export const MANIFEST_FORMAT_VERSION = 1;

/**
 * `manifest.json`: everything known about a bundle. Its bytes depend on the content and the settings, never on the
 * time.
 */
export interface Manifest {
  readonly formatVersion: 1;
  /** Program and version: `docwright 0.1.0`. */
  readonly generator: string;
  /** The label that a deployment pins; the commit by default. */
  readonly version: string;
  readonly commit: string;
  readonly createdFrom: BundleOrigin;
  /** Prefix of all URLs: `''` or `/docs`. File paths don't include it. */
  readonly basePath: string;
  /** The deployment kind that determines the controls on the pages. */
  readonly deploymentKind: DeploymentKind;
  readonly features: Readonly<Record<DeploymentKind, ResolvedFeatures>>;
  readonly redirects: readonly BundleRedirect[];
  /** Files that the site's configuration referenced by URL at the time of the build; omitted if empty. */
  readonly specifications?: readonly BundleSpecification[];
  /** Every file except the manifest and its signature, sorted by path. */
  readonly files: readonly ManifestFile[];
  /**
   * Facts about the sealed part (`sealed-table.ts`): content that only some readers can see. Omitted if the archive has
   * no sealed part.
   */
  readonly restricted?: SealedPartFacts;
  /**
   * True if the site was built for signed-in readers: its files contain only public content, and the rest is in the
   * sealed part. Otherwise omitted.
   */
  readonly protected?: true;
  /** Whether the archive ends with a seal (`seal.ts`). If true, the bundle is rejected if it has no seal. */
  readonly sealed: boolean;
}

export interface SealedPartFacts {
  /** Digest of the sealed part's table in lowercase hex; the table contains the digests of everything else in it. */
  readonly sha256: string;
  /** Bytes of its gzip members, between the end of the tar archive and the seal. */
  readonly memberBytes: number;
}

export interface BundleSpecification {
  readonly url: string;
  /** SHA-256 digest of the content, in lowercase hex. */
  readonly sha256: string;
}

export interface BundleOrigin {
  /** URL of the repository without credentials; `''` for a folder. */
  readonly repository: string;
  readonly branch: string;
  /** Folder of the docs inside the repository; `''` for its root. */
  readonly directory: string;
  /** Host name that the export was created for, or `''`. */
  readonly domain: string;
}

export interface MemberPlace {
  readonly offset: number;
  readonly size: number;
}

export interface ManifestFile {
  readonly path: string;
  readonly size: number;
  /** SHA-256 digest of the content, in lowercase hex. */
  readonly sha256: string;
  readonly contentType: string;
  /** Location of the file's own gzip member in the archive, which can be served unchanged. */
  readonly gzip?: MemberPlace;
  /**
   * Like `gzip`, for a file that isn't compressed: its member contains the content in stored blocks
   * (`stored-member.ts`).
   */
  readonly stored?: MemberPlace;
}

/**
 * Returns the beginning of a file's line, up to its location in the archive, which is the only part that changes for an
 * unchanged file.
 */
export function formatFileStart({ path, size, sha256, contentType }: ManifestFile): string {
  return `    ${JSON.stringify({ path, size, sha256, contentType }).slice(0, -1)}`;
}

/**
 * Formats a manifest in its canonical form: keys in the order of the type, two spaces, a final newline. A caller that
 * already has the beginning of each file's line can pass them.
 */
export function formatManifest(manifest: Manifest, fileStarts = manifest.files.map(formatFileStart)): string {
  const lines = manifest.files.map(({ gzip, stored }, index) => {
    const start = fileStarts[index] ?? '';
    const place = gzip ?? stored;
    if (place === undefined) return `${start}}`;
    const { offset, size } = place;
    return `${start},"${gzip === undefined ? 'stored' : 'gzip'}":{"offset":${offset},"size":${size}}}`;
  });
  const files = lines.join(',\n');
  const { files: _files, ...rest } = manifest;
  const head = JSON.stringify(rest, undefined, 2).slice(0, -2);
  return `${head},\n  "files": [${files === '' ? '' : `\n${files}\n  `}]\n}\n`;
}

/** Throws an error with the path of the invalid value, for the parsers below. */
function refuse(where: string, wanted: string, value: unknown): never {
  const shown = JSON.stringify(value) ?? 'nothing';
  throw new BundleError('manifest-invalid', `manifest.json: ${where} must be ${wanted}, not ${shown.slice(0, 80)}`);
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(where, 'an object', value);
  return Object.fromEntries(Object.entries(value));
}

function text(value: unknown, where: string): string {
  return typeof value === 'string' ? value : refuse(where, 'a string', value);
}

function size(value: unknown, where: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : refuse(where, 'a size in bytes', value);
}

function list(value: unknown, where: string): unknown[] {
  return Array.isArray(value) ? value : refuse(where, 'a list', value);
}

function parseSpecification(value: unknown, where: string): BundleSpecification {
  const fields = record(value, where);
  return { url: text(fields.url, `${where}.url`), sha256: digest(fields.sha256, `${where}.sha256`) };
}

function parseSealedPart(value: unknown, where: string): SealedPartFacts {
  const fields = record(value, where);
  return {
    sha256: digest(fields.sha256, `${where}.sha256`),
    memberBytes: size(fields.memberBytes, `${where}.memberBytes`),
  };
}

function digest(value: unknown, where: string): string {
  const found = text(value, where);
  return /^[0-9a-f]{64}$/.test(found) ? found : refuse(where, '64 lowercase hexadecimal digits', found);
}

function parseFile(value: unknown, where: string): ManifestFile {
  const fields = record(value, where);
  const sha256 = digest(fields.sha256, `${where}.sha256`);
  const contentType = text(fields.contentType, `${where}.contentType`);
  if (!/^[\w.+-]+\/[\w.+-]+(?:; charset=[\w-]+)?$/.test(contentType))
    refuse(`${where}.contentType`, 'a media type', contentType);
  const file = {
    path: text(fields.path, `${where}.path`),
    size: size(fields.size, `${where}.size`),
    sha256,
    contentType,
  };
  if (fields.gzip !== undefined) return { ...file, gzip: parsePlace(fields.gzip, `${where}.gzip`) };
  return fields.stored === undefined ? file : { ...file, stored: parsePlace(fields.stored, `${where}.stored`) };
}

function parsePlace(value: unknown, where: string): MemberPlace {
  const place = record(value, where);
  return { offset: size(place.offset, `${where}.offset`), size: size(place.size, `${where}.size`) };
}

function parseRedirect(value: unknown, where: string): BundleRedirect {
  const fields = record(value, where);
  const status = fields.status;
  if (status !== 307 && status !== 308) return refuse(`${where}.status`, '307 or 308', status);
  const source = text(fields.source, `${where}.source`);
  if (!source.startsWith('/')) refuse(`${where}.source`, 'a path that starts with /', source);
  const destination = text(fields.destination, `${where}.destination`);
  if (!isDestination(destination)) {
    refuse(`${where}.destination`, 'a path or an http(s) URL', destination);
  }
  return { source, destination, status };
}

function parseFeatures(value: unknown): Manifest['features'] {
  const kinds = record(value, 'features');
  const flags = (kind: DeploymentKind): ResolvedFeatures => {
    const fields = record(kinds[kind], `features.${kind}`);
    const flag = (name: string): boolean => fields[name] === true;
    return {
      search: flag('search'),
      assistant: flag('assistant'),
      analytics: flag('analytics'),
      feedback: flag('feedback'),
      playground: flag('playground'),
      staticExport: flag('staticExport'),
      offlineSearch: flag('offlineSearch'),
      socialImages: flag('socialImages'),
      aiLinks: flag('aiLinks'),
    };
  };
  return { cloud: flags('cloud'), 'client-hosted': flags('client-hosted'), 'air-gapped': flags('air-gapped') };
}

function parseKind(value: unknown): DeploymentKind {
  if (!isDeploymentKind(value)) refuse('deploymentKind', `one of ${deploymentKinds.join(', ')}`, value);
  return value;
}

function parseBytes(bytes: Uint8Array): Record<string, unknown> {
  try {
    return record(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), 'the file');
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError('manifest-invalid', 'manifest.json is not JSON in UTF-8', { cause: error });
  }
}

/** Whether the value is a base path: `/docs`, `/a/b` or the empty string. */
export function isBasePath(value: string): boolean {
  return value === '' || (/^(?:\/[\w.~-]+)+$/.test(value) && !/\/\.{1,2}(?:\/|$)/.test(value));
}

/** Parses untrusted bytes as a manifest. Unknown fields are ignored. */
export function parseManifest(bytes: Uint8Array): Manifest {
  const fields = parseBytes(bytes);
  if (fields.formatVersion !== MANIFEST_FORMAT_VERSION) {
    const found = JSON.stringify(fields.formatVersion) ?? 'none';
    throw new BundleError(
      'manifest-version',
      `format version ${found}; this program supports ${MANIFEST_FORMAT_VERSION}`,
    );
  }
  const basePath = text(fields.basePath, 'basePath');
  if (!isBasePath(basePath)) refuse('basePath', 'empty or a path such as /docs', basePath);
  const origin = record(fields.createdFrom ?? {}, 'createdFrom');
  const originText = (name: string): string => text(origin[name] ?? '', `createdFrom.${name}`);
  return {
    formatVersion: MANIFEST_FORMAT_VERSION,
    generator: text(fields.generator, 'generator'),
    version: text(fields.version, 'version'),
    commit: text(fields.commit ?? '', 'commit'),
    createdFrom: {
      repository: originText('repository'),
      branch: originText('branch'),
      directory: originText('directory'),
      domain: originText('domain'),
    },
    basePath,
    deploymentKind: parseKind(fields.deploymentKind),
    features: parseFeatures(fields.features),
    redirects: list(fields.redirects, 'redirects').map((value, index) => parseRedirect(value, `redirects[${index}]`)),
    ...(fields.specifications !== undefined && {
      specifications: list(fields.specifications, 'specifications').map((value, index) =>
        parseSpecification(value, `specifications[${index}]`),
      ),
    }),
    ...(fields.restricted !== undefined && { restricted: parseSealedPart(fields.restricted, 'restricted') }),
    ...(fields.protected === true && { protected: true as const }),
    files: list(fields.files, 'files').map((value, index) => parseFile(value, `files[${index}]`)),
    sealed: fields.sealed === true,
  };
}
