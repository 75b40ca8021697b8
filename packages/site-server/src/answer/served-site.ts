import type { PlaygroundProxy } from '../playground/answer-playground.ts';
import type { Exchange, HttpExchange } from './exchange.ts';
import { sendText } from './plain-answers.ts';
import { isHashedName } from './prepare-file.ts';
import type { SiteAnswers } from './site-answers.ts';
import type { SiteService } from './site-service.ts';

/** A site as requests meet it: the version that it shows, and those before it. */
export class ServedSite {
  /** In logs. */
  readonly name: string;
  readonly #playground: PlaygroundProxy;
  readonly #service: SiteService | undefined;
  #versions: readonly SiteAnswers[] = [];

  constructor(name: string, playground: PlaygroundProxy, service?: SiteService) {
    this.name = name;
    this.#playground = playground;
    this.#service = service;
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

  /** Whether the path may be answered by something else than a file: the playground's proxy, or a service. */
  isService(pathname: string): boolean {
    const [current] = this.#versions;
    return (
      this.#isPlayground(pathname) || (current !== undefined && this.#service?.has(pathname, current.source) === true)
    );
  }

  /** True where it has answered, or will. */
  answerService(pathname: string, query: string, exchange: HttpExchange): boolean {
    const [current] = this.#versions;
    if (current === undefined || !this.isService(pathname)) return false;
    exchange.site = this.name;
    exchange.versionId = current.source.id;
    const { operations, source } = current;
    return operations !== undefined && this.#isPlayground(pathname)
      ? this.#playground.answer(exchange, operations)
      : this.#service?.answer(pathname, query, exchange, source) === true;
  }

  #isPlayground(pathname: string): boolean {
    return this.#playground.isOn && pathname === this.#versions[0]?.operations?.path;
  }
}
