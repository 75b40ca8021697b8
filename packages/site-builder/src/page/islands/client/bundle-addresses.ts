import { answerKey, type BuiltAnswers } from '../built-answers.ts';

/**
 * Maps the addresses in the HTML elements of islands, as authors wrote them (`/guides/start`, `/images/a.png`), to
 * those of the bundle. The builder provides the ones that it saw; the others are derived from the written address.
 */
export class BundleAddresses {
  readonly #texts: Record<string, string> = {};
  readonly #base: string;
  readonly #suffix: string | undefined;

  /**
   * @param base the path of the bundle, without a trailing slash
   * @param suffix the text after the path in a page's address; `undefined` on a file server
   */
  constructor(base: string, suffix: string | undefined) {
    this.#base = base;
    this.#suffix = suffix;
  }

  learn({ texts }: BuiltAnswers): void {
    Object.assign(this.#texts, texts);
  }

  /** Rewrites an HTML element's addresses. */
  rewrite(element: string, props: Record<string, unknown>): void {
    const { href, src } = props;
    if (typeof href === 'string') props['href'] = this.page(href);
    if (typeof src === 'string') props['src'] = element === 'iframe' ? this.page(src) : this.file(src);
  }

  page(written: string): string {
    const file = this.#pageFile(written);
    // An author who writes `.html` can link to a file that isn't a page.
    if (this.#suffix === undefined || /\.html(?:[?#]|$)/.test(written)) return file;
    const [, path, rest = ''] = /^(\/(?!\/)[^?#]*)\.html([?#].*)?$/s.exec(file) ?? [];
    if (path === undefined) return file;
    const address = path.replace(/\/index$/, '');
    return (address === this.#base ? `${address}/` : address + this.#suffix) + rest;
  }

  #pageFile(written: string): string {
    const known = this.#texts[answerKey('href', written)];
    if (known !== undefined) return known;
    const [, path, rest] = /^(\/(?!\/)[^?#]*)(.*)$/s.exec(written) ?? [];
    if (path === undefined) return written;
    const bare = path.replace(/\/+$/, '');
    return this.#below(bare === '' ? '/index.html' : /\.\w+$/.test(bare) ? bare : `${bare}.html`) + (rest ?? '');
  }

  file(written: string): string {
    const known = this.#texts[answerKey('asset', written)];
    return known ?? (/^\/(?!\/)/.test(written) ? this.#below(written) : written);
  }

  #below(path: string): string {
    return path.startsWith(`${this.#base}/`) ? path : this.#base + path;
  }
}
