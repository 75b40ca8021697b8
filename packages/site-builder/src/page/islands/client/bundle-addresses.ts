import { answerKey, type BuiltAnswers } from '../built-answers.ts';

/**
 * The addresses in the HTML elements of islands are as authors wrote them: `/guides/start`, `/images/a.png`. In the
 * bundle, they are different. The builder provides those that it saw; the others follow from the address.
 */
export class BundleAddresses {
  readonly #texts: Record<string, string> = {};
  readonly #base: string;

  /** `base`: the path of the bundle, without a slash at its end. */
  constructor(base: string) {
    this.#base = base;
  }

  learn({ texts }: BuiltAnswers): void {
    Object.assign(this.#texts, texts);
  }

  /** Rewrites the addresses of an HTML element. */
  rewrite(element: string, props: Record<string, unknown>): void {
    const { href, src } = props;
    if (typeof href === 'string') props['href'] = this.page(href);
    if (typeof src === 'string') props['src'] = element === 'iframe' ? this.page(src) : this.file(src);
  }

  page(written: string): string {
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
