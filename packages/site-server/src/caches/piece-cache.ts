/** Pieces of archives, named by their content: the same key always has the same bytes. */
export interface PieceCache {
  /**
   * What is known under `key`, or what `load` gives. While a load is under way nobody else of the site loads the same: another site's
   * load may wait for that site's limits.
   * @param site whose share of the cache pays for it
   */
  read(key: string, site: string, load: () => Promise<Buffer>): Promise<Buffer>;
}

/** Shares what is being read, and keeps nothing. */
export class SharedReads implements PieceCache {
  readonly #running = new Map<string, Promise<Buffer>>();

  read(key: string, site: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const name = `${site}\n${key}`;
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const reading = load().finally(() => this.#running.delete(name));
    this.#running.set(name, reading);
    return reading;
  }
}
