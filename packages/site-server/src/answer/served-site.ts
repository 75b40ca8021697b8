import type { SignIn } from '@docwright/site-access';
import type { Audience } from '@docwright/site-access/rules';
import type { PlaygroundProxy } from '../playground/answer-playground.ts';
import type { IncomingMessage } from 'node:http';
import type { Exchange, HttpExchange, RequestHead } from './exchange.ts';
import { sendText, sendUnavailable } from './plain-answers.ts';
import { isReport } from '../readers/site-reports.ts';
import { isHashedName } from './prepare-file.ts';
import type { SiteAnswers } from './site-answers.ts';
import type { SiteReaders } from './site-readers.ts';
import type { SiteService } from './site-service.ts';

/** A site with its current version and earlier versions. */
export class ServedSite {
  /** The site's name in logs. */
  readonly name: string;
  readonly #playground: PlaygroundProxy;
  readonly #service: SiteService | undefined;
  readonly #readers: SiteReaders | undefined;
  #versions: readonly SiteAnswers[] = [];
  #hasSealed = false;
  #views = new WeakMap<SiteAnswers, ServedSite>();

  constructor(name: string, playground: PlaygroundProxy, service?: SiteService, readers?: SiteReaders) {
    this.name = name;
    this.#playground = playground;
    this.#service = service;
    this.#readers = readers;
  }

  /** The current version, followed by earlier versions, newest first. */
  get versions(): readonly SiteAnswers[] {
    return this.#versions;
  }

  show(versions: readonly SiteAnswers[]): void {
    this.#versions = versions;
    this.#hasSealed = versions.some(({ hasSealed }) => hasSealed);
    this.#views = new WeakMap();
  }

  /**
   * Returns the site as an audience sees it, which serves all of a reader's requests.
   *
   * @throws if a version is damaged
   */
  viewOf(audience: Audience): ServedSite | Promise<ServedSite> {
    const current = this.#versions[0];
    if (!audience.isSignedIn || !this.#hasSealed || current === undefined) return this;
    const first = current.viewOf(audience);
    // Earlier versions are served for an hour. Usually there is only one version, whose views are cached.
    if (this.#versions.length === 1 && !(first instanceof Promise)) return this.#viewWith(first);
    return this.#viewWithEarlier(first, audience);
  }

  #viewWith(only: SiteAnswers): ServedSite {
    const known = this.#views.get(only);
    if (known !== undefined) return known;
    const view = this.#withVersions([only]);
    this.#views.set(only, view);
    return view;
  }

  #viewWithEarlier(first: SiteAnswers | Promise<SiteAnswers>, audience: Audience): ServedSite | Promise<ServedSite> {
    const earlier = this.#versions.slice(1);
    const others = earlier.map((version) => version.viewOf(audience));
    const ready = others.flatMap((other) => (other instanceof Promise ? [] : [other]));
    if (!(first instanceof Promise) && ready.length === others.length) return this.#withVersions([first, ...ready]);
    return this.#openView(Promise.resolve(first), others);
  }

  async #openView(
    first: Promise<SiteAnswers>,
    others: readonly (SiteAnswers | Promise<SiteAnswers>)[],
  ): Promise<ServedSite> {
    // A damaged earlier version is ignored.
    const [shown, settled] = await Promise.all([
      first,
      Promise.allSettled(others.map((other) => Promise.resolve(other))),
    ]);
    const earlier = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    return this.#withVersions([shown, ...earlier]);
  }

  #withVersions(versions: readonly SiteAnswers[]): ServedSite {
    const view = new ServedSite(this.name, this.#playground, this.#service, this.#readers);
    view.show(versions);
    return view;
  }

  /**
   * Whether readers who aren't signed in may receive the response although the site has sign-in. With required sign-in,
   * they may if the current version was built for them, and the request is for a public file or a service that uses
   * public files, or reports a read. With optional sign-in, the public site answers every request, unless the version
   * was built while sign-in was required.
   */
  isPublicRequest(
    { method, pathname }: { readonly method: string; readonly pathname: string },
    signIn: SignIn,
  ): boolean {
    const [current] = this.#versions;
    if (current?.source.isProtected !== true) return signIn === 'optional';
    if (this.#isPlayground(pathname) || this.#service?.isPublic(pathname, current.source) === true) return true;
    if (method === 'GET' || method === 'HEAD') return !this.isService(pathname) && current.hasAnswer(pathname);
    return method === 'POST' && isReport(pathname);
  }

  answer(pathname: string, query: string, exchange: Exchange): void {
    exchange.site = this.name;
    const current = this.#versions[0];
    if (current === undefined) {
      sendText(exchange, 503, 'No version of this site is active yet.\n');
      return;
    }
    if (current.answer(pathname, query, exchange)) return;
    // A page of the previous version may still be open. Files that it loads later have names that are unique to their
    // content.
    const earlier = isHashedName(pathname) ? this.#versions.slice(1) : [];
    if (earlier.some((older) => older.answer(pathname, query, exchange))) return;
    current.answerMissing(exchange);
  }

  /** Whether something other than a file may serve the path: the playground's proxy, or a service. */
  isService(pathname: string): boolean {
    const [current] = this.#versions;
    return (
      this.#isPlayground(pathname) || (current !== undefined && this.#service?.has(pathname, current.source) === true)
    );
  }

  /** Whether a request is a reader's report, or is itself counted. */
  concernsReaders(request: RequestHead, pathname: string): boolean {
    return this.#readers?.concerns(this.#versions, request, pathname) === true;
  }

  /** Returns true if the request was a reader's report, which is answered after it has been stored. */
  takeReport(exchange: HttpExchange, pathname: string): boolean {
    const taken = this.#readers?.take(exchange, pathname, this.#versions);
    if (taken === undefined) return false;
    exchange.site = this.name;
    taken.catch((error: unknown) => {
      exchange.failed(error);
      if (exchange.response.headersSent) exchange.response.destroy();
      else sendUnavailable(exchange, 'Nothing can be counted at the moment.\n', 5);
    });
    return true;
  }

  /** Counts a response to an agent, or one in Markdown. */
  noteAnswered(request: IncomingMessage, pathname: string): void {
    this.#readers?.note(request, pathname, this.#versions);
  }

  /** Returns true if it has answered the request or will. */
  answerService(pathname: string, query: string, exchange: HttpExchange): boolean {
    const [current] = this.#versions;
    if (current === undefined || !this.isService(pathname)) return false;
    exchange.site = this.name;
    exchange.onToolCall ??= (call) => this.#readers?.noteCall(exchange.request, call, this.#versions);
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
