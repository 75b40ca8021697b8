/** Pieces of archives, named by their content: the same key always has the same bytes. */
export interface PieceCache {
  /**
   * Returns the bytes cached under `key`, or the result of `load`. Only requests of the same site and client share a
   * running load, because a load may wait for that site's and client's limits.
   * @param site whose share of the cache is charged
   * @param network the network of the client, or `''`
   */
  read(key: string, site: string, load: () => Promise<Buffer>, network?: string): Promise<Buffer>;
}

/** Shares running reads, and stores nothing. */
export class SharedReads implements PieceCache {
  readonly #running = new Map<string, Promise<Buffer>>();

  read(key: string, site: string, load: () => Promise<Buffer>, network = ''): Promise<Buffer> {
    const name = `${site}\n${network}\n${key}`;
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const reading = load().finally(() => this.#running.delete(name));
    this.#running.set(name, reading);
    return reading;
  }
}
