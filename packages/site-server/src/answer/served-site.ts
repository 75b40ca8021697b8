import type { PlaygroundProxy } from '../playground/answer-playground.ts';
import type { Exchange, HttpExchange } from './exchange.ts';
import { sendText } from './plain-answers.ts';
import { isHashedName } from './prepare-file.ts';
import type { SiteAnswers } from './site-answers.ts';

/** A site as requests meet it: the version that it shows, and those before it. */
export class ServedSite {
  /** In logs. */
  readonly name: string;
  readonly #playground: PlaygroundProxy;
  #versions: readonly SiteAnswers[] = [];

  constructor(name: string, playground: PlaygroundProxy) {
    this.name = name;
    this.#playground = playground;
  }

  /** The version that is shown comes first, then earlier ones from the newest. */
  get versions(): readonly SiteAnswers[] {
    return this.#versions;
  }

  show(versions: readonly SiteAnswers[]): void {
    this.#versions = versions;
  }

  answer(pathname: string, query: string, exchange: Exchange): void {
    exchange.site = this.name;
    const current = this.#versions[0];
    if (current === undefined) {
      sendText(exchange, 503, 'No version of this site is active yet.\n');
      return;
    }
    if (current.answer(pathname, query, exchange)) return;
    // A page of the version before may still be open: what it loads later has a name that no other content has.
    const earlier = isHashedName(pathname) ? this.#versions.slice(1) : [];
    if (earlier.some((older) => older.answer(pathname, query, exchange))) return;
    current.answerMissing(exchange);
  }

  /** Whether the path is that of the playground's proxy, and this site has one. */
  isPlayground(pathname: string): boolean {
    return this.#playground.isOn && pathname === this.#versions[0]?.operations?.path;
  }

  /** True where the request was for the playground's proxy. */
  answerPlayground(pathname: string, exchange: HttpExchange): boolean {
    const [current] = this.#versions;
    if (current?.operations === undefined || !this.isPlayground(pathname)) return false;
    exchange.site = this.name;
    exchange.versionId = current.source.id;
    return this.#playground.answer(exchange, current.operations);
  }
}
