import type { Issue } from '../issue.ts';

/** A preview image, and what was found while it was drawn. */
export interface KeptPicture {
  readonly bytes: Uint8Array;
  readonly issues: readonly Issue[];
}

/** Preview images by their path, which says all that they show. */
export class PictureStore {
  readonly #pictures: Map<string, KeptPicture>;
  readonly #used = new Set<string>();

  constructor(pictures: readonly (readonly [string, KeptPicture])[] = []) {
    this.#pictures = new Map(pictures);
  }

  find(path: string): KeptPicture | undefined {
    this.#used.add(path);
    return this.#pictures.get(path);
  }

  keep(path: string, picture: KeptPicture): void {
    this.#pictures.set(path, picture);
  }

  /** What no page has asked for since the last time is forgotten. */
  keepUsed(): void {
    for (const path of this.#pictures.keys()) if (!this.#used.has(path)) this.#pictures.delete(path);
    this.#used.clear();
  }

  entries(): readonly (readonly [string, KeptPicture])[] {
    return [...this.#pictures];
  }
}
