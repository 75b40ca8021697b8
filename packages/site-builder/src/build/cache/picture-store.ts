import type { DrawnPicture } from '../../outputs/index.ts';
import { digestOf } from '../../text/digest-of.ts';
import type { Issue } from '../../issues/issue.ts';
import type { FileDigest } from './page-record.ts';

/** The image, or only its digest if the receiver stores it. */
export interface KeptPicture {
  readonly bytes: Uint8Array | undefined;
  readonly digest: FileDigest;
  readonly issues: readonly Issue[];
  readonly siteIssues: readonly Issue[];
}

/** Preview images by their path, which determines their content. */
export class PictureStore {
  readonly #pictures: Map<string, KeptPicture>;
  readonly #keepsBytes: boolean;
  readonly #used = new Set<string>();

  constructor(keepsBytes: boolean, pictures: readonly (readonly [string, KeptPicture])[] = []) {
    this.#keepsBytes = keepsBytes;
    this.#pictures = new Map(pictures);
  }

  find(path: string): KeptPicture | undefined {
    this.#used.add(path);
    return this.#pictures.get(path);
  }

  keep(path: string, { bytes, ...issues }: DrawnPicture): void {
    const digest = { sha256: digestOf(bytes), sizeBytes: bytes.byteLength };
    this.#pictures.set(path, { bytes: this.#keepsBytes ? bytes : undefined, digest, ...issues });
  }

  /** Removes the images that no page has requested since the last call. */
  keepUsed(): void {
    for (const path of this.#pictures.keys()) if (!this.#used.has(path)) this.#pictures.delete(path);
    this.#used.clear();
  }

  entries(): readonly (readonly [string, KeptPicture])[] {
    return [...this.#pictures];
  }
}
