/** Addresses without a page that are kept apart, of a site in a day; others are counted under one name. */
export const maxMissedPaths = 1_000;
export const otherPaths = '(other)';
/** Sites of which the addresses are remembered. */
const maxSites = 200;

/** Who makes addresses up fills no table. */
export class MissedPaths {
  readonly #load: (projectId: string, day: string) => Promise<readonly string[]>;
  readonly #known = new Map<string, Promise<Set<string>>>();

  /** @param load those that are stored */
  constructor(load: (projectId: string, day: string) => Promise<readonly string[]>) {
    this.#load = load;
  }

  /** What a missed address is counted as. */
  async name(projectId: string, day: string, path: string): Promise<string> {
    const paths = await this.#of(projectId, day);
    if (paths.has(path)) return path;
    if (paths.size >= maxMissedPaths) return otherPaths;
    paths.add(path);
    return path;
  }

  #of(projectId: string, day: string): Promise<Set<string>> {
    const key = `${day} ${projectId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const paths = this.#load(projectId, day).then((stored) => new Set(stored));
    this.#known.set(key, paths);
    paths.catch(() => this.#known.delete(key));
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxSites && oldest !== undefined) this.#known.delete(oldest);
    return paths;
  }
}
