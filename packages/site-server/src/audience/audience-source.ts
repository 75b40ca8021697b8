import { readRedirects, toBundleRedirects } from '@docwright/bundle';
import { meets, type Audience } from '@docwright/site-access/rules';
import type { Encoding } from '../answer/negotiate.ts';
import { formOf } from '../made-files.ts';
import type { FileFacts, Part, SealedContent, SiteFile, SiteSource } from '../site-source.ts';
import { chooseEdits, type ChosenEdits, type EditedFiles } from './edited-files.ts';

/** Returns the numbers of the conditions that an audience meets. Audiences with the same numbers see the same site. */
export function conditionsMet({ conditions }: SealedContent, audience: Audience): ReadonlySet<number> {
  return new Set(conditions.flatMap((condition, number) => (meets(condition, audience) ? [number] : [])));
}

/** The site's list of redirects, as the builder writes it. */
const redirectsFile = 'redirects.json';
/** Maximum number of cached choices from recently requested files. */
const maxChosen = 1_000;

/**
 * A version as an audience sees it: public files, and sealed files whose condition the audience meets, both with the
 * audience's edits. It is the source of every response for a reader: pages, search, assistant, MCP and playground.
 */
export class AudienceSource implements SiteSource {
  readonly id: string;
  readonly build: SiteSource['build'];
  readonly kind: SiteSource['kind'];
  readonly features: SiteSource['features'];
  readonly basePath: string;
  readonly vectors: SiteSource['vectors'];
  redirects: SiteSource['redirects'] = [];
  readonly #base: SiteSource;
  readonly #sealed: SealedContent;
  readonly #met: ReadonlySet<number>;
  readonly #edited: EditedFiles;
  readonly #chosen = new Map<string, Promise<ChosenEdits | undefined>>();

  private constructor(base: SiteSource, { sealed, met, edited }: AudienceView) {
    this.id = base.id;
    this.build = base.build;
    this.kind = base.kind;
    this.features = base.features;
    this.basePath = base.basePath;
    this.vectors = base.vectors?.bind(base);
    this.#base = base;
    this.#sealed = sealed;
    this.#met = met;
    this.#edited = edited;
  }

  /** @throws if the list of redirects is damaged */
  static async open(base: SiteSource, view: AudienceView): Promise<AudienceSource> {
    const source = new AudienceSource(base, view);
    source.redirects = await source.#readRedirects();
    return source;
  }

  look(path: string): SiteFile | undefined {
    const open = this.#base.look(path);
    if (open !== undefined) return open;
    const sealed = this.#sealed.look(path);
    return sealed !== undefined && this.#met.has(sealed.when) ? sealed : undefined;
  }

  inspect(file: SiteFile, network = ''): FileFacts | Promise<FileFacts> {
    if (!this.#sealed.hasEdits(file.path)) return this.#base.inspect(file, network);
    return this.#inspectEdited(file, network);
  }

  async read(file: SiteFile, encoding: Encoding, network = ''): Promise<Buffer> {
    const chosen = await this.#choose(file, network);
    if (chosen === undefined) return this.#base.read(file, encoding, network);
    return this.#readEdited(file, { chosen, encoding, network });
  }

  async *stream(file: SiteFile, encoding: Encoding, part: Part, network = ''): AsyncGenerator<Buffer> {
    const chosen = await this.#choose(file, network);
    if (chosen === undefined) return yield* this.#base.stream(file, encoding, part, network);
    const bytes = await this.#readEdited(file, { chosen, encoding, network });
    yield bytes.subarray(part.offset, part.offset + part.size);
  }

  hold(): void {
    this.#base.hold();
  }

  release(): Promise<void> {
    return this.#base.release();
  }

  async #inspectEdited(file: SiteFile, network: string): Promise<FileFacts> {
    const chosen = await this.#choose(file, network);
    return chosen === undefined ? this.#base.inspect(file, network) : this.#edited.inspect(file, chosen, network);
  }

  async #readEdited(
    file: SiteFile,
    { chosen, encoding, network }: { chosen: ChosenEdits; encoding: Encoding; network: string },
  ): Promise<Buffer> {
    return formOf(await this.#edited.read(file, chosen, network), file.path, encoding);
  }

  #choose(file: SiteFile, network: string): Promise<ChosenEdits | undefined> {
    const { path } = file;
    if (!this.#sealed.hasEdits(path)) return Promise.resolve(undefined);
    const known = this.#chosen.get(path);
    if (known !== undefined) return known;
    const choosing = this.#sealed.edits(file, network).then((edits) => chooseEdits(edits, this.#met));
    if (this.#chosen.size >= maxChosen) this.#chosen.clear();
    this.#chosen.set(path, choosing);
    // The next request may succeed.
    choosing.catch(() => this.#chosen.delete(path));
    return choosing;
  }

  /** Reads the redirects. The base's redirects are the public site's, without redirects to restricted pages. */
  async #readRedirects(): Promise<SiteSource['redirects']> {
    const file = this.#base.look(redirectsFile);
    if (file === undefined || !this.#sealed.hasEdits(redirectsFile)) return this.#base.redirects;
    await this.inspect(file);
    return toBundleRedirects(readRedirects(await this.read(file, 'identity'))).redirects;
  }
}

export interface AudienceView {
  readonly sealed: SealedContent;
  /** Numbers of the conditions that the audience meets. */
  readonly met: ReadonlySet<number>;
  readonly edited: EditedFiles;
}
