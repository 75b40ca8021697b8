import { LARGEST_INSPECTED_BYTES, noSources, pageSourcesOf } from '@docwright/bundle';
import type { DeploymentKind, ManifestFile } from '@docwright/bundle';
import type { Encoding, FileFacts, Part, SiteSource } from '@docwright/site-server';
import { HostError } from '../errors.ts';
import { readSlice, streamSlice } from './open-version.ts';
import type { Slice, Version } from './open-version.ts';
import { readVectorsOf } from './version-vectors.ts';

/** A version on disk as a source of answers. */
export class VersionSource implements SiteSource {
  readonly version: Version;
  readonly id: string;
  readonly kind: DeploymentKind;
  readonly features: SiteSource['features'];
  readonly basePath: string;
  readonly redirects: SiteSource['redirects'];
  readonly #files: ReadonlyMap<string, ManifestFile>;

  constructor(version: Version, kind: DeploymentKind) {
    const { manifest } = version;
    this.version = version;
    this.id = version.id;
    this.kind = kind;
    this.features = manifest.features[kind];
    this.basePath = manifest.basePath;
    this.redirects = manifest.redirects;
    this.#files = new Map(manifest.files.map((file) => [file.path, file]));
  }

  look(path: string): ManifestFile | undefined {
    return this.#files.get(path);
  }

  async inspect(file: ManifestFile): Promise<FileFacts> {
    const { version } = this;
    const forms = { gzip: version.gzip(file)?.size, br: version.brotli(file)?.size, isSeekable: true };
    if (file.size <= LARGEST_INSPECTED_BYTES) {
      const content = await version.readIntact(file);
      return { ...forms, sources: pageSourcesOf(file.contentType, content) };
    }
    if (await version.isIntact(file)) return { ...forms, sources: noSources };
    throw new HostError('version-damaged', `${file.path} of version ${version.id} was changed on disk`);
  }

  read(file: ManifestFile, encoding: Encoding): Promise<Buffer> {
    return readSlice(this.#slice(file, encoding));
  }

  stream(file: ManifestFile, encoding: Encoding, { offset, size }: Part): AsyncIterable<Buffer> {
    const slice = this.#slice(file, encoding);
    return streamSlice({ ...slice, offset: slice.offset + offset, size });
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
    if (slice === undefined) throw new Error(`${file.path} is not kept as ${encoding}`);
    return slice;
  }
}
