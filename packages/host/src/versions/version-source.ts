import { LARGEST_INSPECTED_BYTES, noSources, pageSourcesOf } from '@docwright/bundle';
import type { DeploymentKind, ManifestFile } from '@docwright/bundle';
import { SealedReader, type Encoding, type FileFacts, type Part, type SiteSource } from '@docwright/site-server';
import { HostError } from '../errors.ts';
import { streamSlice } from './open-version.ts';
import type { Slice, Version } from './open-version.ts';
import { readVectorsOf } from './version-vectors.ts';

/** A version on disk as a source of responses. */
export class VersionSource implements SiteSource {
  readonly version: Version;
  readonly id: string;
  readonly build: SiteSource['build'];
  readonly kind: DeploymentKind;
  readonly features: SiteSource['features'];
  readonly basePath: string;
  readonly redirects: SiteSource['redirects'];
  readonly sealed: SiteSource['sealed'];
  readonly isProtected: boolean;
  readonly #files: ReadonlyMap<string, ManifestFile>;

  constructor(version: Version, kind: DeploymentKind) {
    const { manifest } = version;
    this.version = version;
    this.id = version.id;
    this.build = manifest;
    this.kind = kind;
    this.features = manifest.features[kind];
    this.basePath = manifest.basePath;
    this.redirects = manifest.redirects;
    this.isProtected = manifest.protected === true;
    this.sealed = openSealed(version);
    this.#files = new Map(manifest.files.map((file) => [file.path, file]));
  }

  look(path: string): ManifestFile | undefined {
    return this.#files.get(path);
  }

  async inspect(file: ManifestFile): Promise<FileFacts> {
    const { version } = this;
    const [gzip, br] = [await version.intactVariant(file, 'gzip'), await version.intactVariant(file, 'br')];
    const forms = { gzip: gzip?.size, br: br?.size };
    if (file.size <= LARGEST_INSPECTED_BYTES) {
      const content = await version.readIntact(file);
      return { ...forms, sources: pageSourcesOf(file.contentType, content) };
    }
    if (await version.isIntact(file)) return { ...forms, sources: noSources };
    throw version.damage(file);
  }

  read(file: ManifestFile, encoding: Encoding): Promise<Buffer> {
    return this.version.read(this.#slice(file, encoding), file);
  }

  stream(file: ManifestFile, encoding: Encoding, { offset, size }: Part): AsyncIterable<Buffer> {
    const slice = this.#slice(file, encoding);
    return streamSlice({ ...slice, offset: slice.offset + offset, size });
  }

  brotliOf(sha256: string): Promise<Buffer | undefined> {
    return this.version.brotliOf(sha256);
  }

  async vectors(): Promise<Buffer | undefined> {
    return readVectorsOf(this.version.path);
  }

  hold(): void {
    this.version.hold();
  }

  release(): Promise<void> {
    return this.version.release();
  }

  #slice(file: ManifestFile, encoding: Encoding): Slice {
    const { version } = this;
    const slices = { identity: version.content(file), gzip: version.gzip(file), br: version.brotli(file) };
    const slice = slices[encoding];
    if (slice === undefined) throw new Error(`${file.path} is not stored as ${encoding}`);
    return slice;
  }
}

function openSealed(version: Version): SealedReader | undefined {
  const { sealed, id: versionId } = version;
  if (sealed === undefined) return undefined;
  const { index, files, blocks } = sealed;
  return new SealedReader({
    index,
    versionId,
    look: (path) => files.get(path),
    readBlock: async (number) => {
      const block = blocks[number];
      if (block === undefined) throw new HostError('version-damaged', `a block of version ${versionId} is missing`);
      return version.readIntact(block);
    },
  });
}
