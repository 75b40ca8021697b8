/**
 * Answers requests from one version of a site.
 *
 * 1. A response uses only one version: the caller selects it once and retains it until the last byte is sent.
 * 2. Responses in memory are sent within one turn of the event loop; all others take the slow path once.
 */
import { createRoutes, type Route, type RouteTable } from '@docwright/bundle';
import type { Audience } from '@docwright/site-access/rules';
import { CleanSource } from '../addresses/clean-source.ts';
import { AudienceViews } from '../audience/audience-views.ts';
import { findOperations } from '../playground/find-operations.ts';
import type { SiteOperations } from '../playground/find-operations.ts';
import { SiteError } from '../errors.ts';
import type { Part, SiteFile, SiteSource } from '../site-source.ts';
import type { FairSlots } from '../shares/fair-slots.ts';
import type { BodyCache } from '../caches/body-cache.ts';
import type { Exchange, RequestHead, StreamedBody } from './exchange.ts';
import { acceptedEncodings, matchesEtag, parseRange, prefersMarkdown } from './negotiate.ts';
import type { Range } from './negotiate.ts';
import { sendJson, sendRedirect, securityHeaders, sendText, sendUnavailable } from './plain-answers.ts';
import {
  agentHeadersOf,
  buildHeadersOf,
  LARGEST_HELD_BYTES,
  PolicyTexts,
  prepareFile,
  toUncachedHeaders,
} from './prepare-file.ts';
import type { PreparedBudget } from './prepared-budget.ts';
import { SharedPrepared } from './shared-prepared.ts';
import type { PolicyMode, PrepareContext, PreparedFile, Variant } from './prepare-file.ts';

type Status = 200 | 404;

/** Longer addresses are looked up every time: they are rare in practice. */
const LONGEST_REMEMBERED = 200;

export interface AnswerSettings {
  readonly policyMode: PolicyMode;
  /** Other origins from which pages can load. */
  readonly allowedSources: readonly string[];
  /** The budget of cached response headers, shared by all versions. */
  readonly prepared: PreparedBudget;
  /** The site whose share of the body cache is charged. */
  readonly site: string;
  /** Whether sign-in links are removed from pages, because sign-in isn't available at this address. */
  readonly hidesSignIn?: boolean;
  /** Limits the responses that wait for a read or a slow reader: `openAnswerSlots`. */
  readonly slots: FairSlots;
}

export class SiteAnswers {
  /** The version as it is stored, or a view of it. */
  readonly source: SiteSource;
  /**
   * Operations that the version's playgrounds may call, or `undefined` if this kind of deployment has no playground.
   */
  readonly operations: SiteOperations | undefined;
  readonly #routes: RouteTable<SiteFile>;
  /** Files by address, because the lookup is a third of the cost of a cached response. */
  readonly #found = new Map<string, Route<SiteFile>>();
  /** The source of the files that are sent: its pages link to addresses. */
  readonly #sent: SiteSource;
  readonly #cache: BodyCache;
  readonly #settings: AnswerSettings;
  readonly #context: PrepareContext;
  readonly #prepared = new Map<string, PreparedFile>();
  readonly #preparing = new Map<string, Promise<PreparedFile>>();
  /** `undefined` for a view, which has no views itself and rewrites nothing. */
  readonly #clean: CleanSource | undefined;
  readonly #views: AudienceViews<SiteAnswers> | undefined;
  /** Shared with the version's other views; `undefined` if it has none. */
  readonly #shared: SharedPrepared | undefined;
  #isRetired = false;

  /** @param shared the shared headers of the version, for one of its views */
  constructor(source: SiteSource, cache: BodyCache, settings: AnswerSettings, shared?: SharedPrepared) {
    const { policyMode, allowedSources } = settings;
    const { features, kind } = source;
    const isAirGapped = kind === 'air-gapped';
    this.source = source;
    this.operations = findOperations(source);
    this.#routes = createRoutes(source);
    this.#cache = cache;
    this.#settings = settings;
    const agentHeaders = agentHeadersOf({ basePath: source.basePath, look: (path) => source.look(path) });
    const facts = { agentHeaders, buildHeaders: buildHeadersOf(source) };
    this.#context = { features, isAirGapped, allowedSources, policyMode, policies: new PolicyTexts(), ...facts };
    this.#shared = shared ?? (source.sealed && new SharedPrepared());
    this.#clean = shared === undefined ? new CleanSource(source, settings.hidesSignIn === true) : undefined;
    this.#sent = this.#clean ?? source;
    this.#views =
      this.#clean &&
      new AudienceViews(this.#clean, {
        open: (view) => new SiteAnswers(view, cache, settings, this.#shared),
        closed: (view) => view.retire(),
      });
  }

  /** Whether readers with access see more than the public content. */
  get hasSealed(): boolean {
    return this.source.sealed !== undefined;
  }

  /**
   * Returns the responses for an audience. Immediate unless its view must be opened.
   *
   * @throws if the version is damaged
   */
  viewOf(audience: Audience): SiteAnswers | Promise<SiteAnswers> {
    return this.#views?.find(audience) ?? this;
  }

  /** Discards prepared responses after encoded forms have been added. */
  forgetPrepared(): void {
    this.#settings.prepared.give(this.#prepared.size);
    this.#prepared.clear();
    this.#found.clear();
    this.#shared?.clear();
    this.#clean?.forget();
    for (const view of this.#views?.all() ?? []) view.forgetPrepared();
  }

  /** Called when no new requests use this version. Nothing more is cached afterwards. */
  retire(): void {
    this.#isRetired = true;
    this.forgetPrepared();
    this.#views?.clear();
  }

  /** Returns false if the version has only its 404 page for this path. */
  answer(pathname: string, query: string, exchange: Exchange): boolean {
    const route = this.#find(pathname);
    if (route.kind === 'missing') return this.#answerBuild(pathname, exchange);
    exchange.versionId = this.source.id;
    if (route.kind === 'redirect') {
      sendRedirect(exchange, route.status, addQuery(route.location, query));
      return true;
    }
    const { file, markdown } = route;
    const asked = markdown !== undefined && prefersMarkdown(exchange.request.headers.accept) ? markdown : file;
    this.#sendFile(asked, 200, exchange);
    return true;
  }

  /** Answers a request for `_docwright/version.json`, which contains the commit that the version was built from. */
  #answerBuild(pathname: string, exchange: Exchange): boolean {
    const { basePath, build, id } = this.source;
    if (build === undefined || pathname !== `${basePath}/_docwright/version.json`) return false;
    exchange.versionId = id;
    sendJson(exchange, 200, { version: build.version, commit: build.commit });
    return true;
  }

  /** Returns the name under which the page at a path is counted, or `undefined` for files and missing paths. */
  findPage(pathname: string): string | undefined {
    const file = fileOf(this.#find(pathname));
    if (file === undefined || !file.path.endsWith('.html') || file === this.#routes.notFound) return undefined;
    return `/${file.path.replace(/(?:^|\/)index\.html$|\.html$/, '')}`;
  }

  /** Whether a path is a file's address. */
  hasFile(pathname: string): boolean {
    const file = fileOf(this.#find(pathname));
    return file !== undefined && file !== this.#routes.notFound;
  }

  /** Whether a path has a response other than the 404 page: a file, or a redirect. */
  hasAnswer(pathname: string): boolean {
    const route = this.#find(pathname);
    return route.kind !== 'missing' && fileOf(route) !== this.#routes.notFound;
  }

  #find(pathname: string): Route<SiteFile> {
    const known = this.#found.get(pathname);
    if (known !== undefined) return known;
    const route = this.#routes.find(pathname);
    if (route.kind !== 'file' || this.#isRetired || pathname.length > LONGEST_REMEMBERED) return route;
    // A page usually has two or three addresses; invented addresses only cause further lookups.
    if (this.#found.size > 100 + 3 * this.#prepared.size) this.#found.clear();
    // A copy, because a slice would keep the whole request in memory.
    this.#found.set(Buffer.from(pathname).toString(), route);
    return route;
  }

  answerMissing(exchange: Exchange): void {
    exchange.versionId = this.source.id;
    const { notFound } = this.#routes;
    if (notFound === undefined) sendText(exchange, 404, 'Not found\n');
    else this.#sendFile(notFound, 404, exchange);
  }

  #sendFile(file: SiteFile, status: Status, exchange: Exchange): void {
    const prepared = this.#prepared.get(file.path);
    const isPart = status === 200 && prepared?.isSeekable === true && exchange.request.headers.range !== undefined;
    if (prepared !== undefined && !isPart && this.#sendNow(choose(prepared, exchange.request), status, exchange))
      return; // 2
    void this.#sendSlowly(file, status, exchange);
  }

  /** Returns false if a read is needed first. */
  #sendNow(variant: Variant, status: Status, exchange: Exchange): boolean {
    if (status === 200 && isKnown(variant, exchange.request)) {
      exchange.send(304, variant.shortHeaders, undefined);
      return true;
    }
    const body = this.#cache.find(variant.key);
    if (body === undefined && !exchange.isHead) return false;
    exchange.send(status, status === 200 ? variant.headers : toUncachedHeaders(variant), body);
    return true;
  }

  async #sendSlowly(file: SiteFile, status: Status, exchange: Exchange): Promise<void> {
    this.source.hold(); // 1
    const { slots } = this.#settings;
    const owners = exchange.network === '' ? [] : [exchange.network];
    let isIn = false;
    try {
      await slots.enter(owners);
      isIn = true;
      const prepared = await this.#prepare(file, exchange.network);
      const variant = choose(prepared, exchange.request);
      const part = status === 200 && prepared.isSeekable ? askedPart(variant, exchange.request) : undefined;
      if (part !== undefined) await this.#sendPart(file, variant, part, exchange);
      else if (!this.#sendNow(variant, status, exchange)) await this.#sendWhole(file, variant, status, exchange);
    } catch (error) {
      fail(exchange, error);
    } finally {
      if (isIn) slots.leave(owners);
      await this.source.release();
    }
  }

  async #sendWhole(file: SiteFile, variant: Variant, status: Status, exchange: Exchange): Promise<void> {
    if (variant.size > LARGEST_HELD_BYTES) {
      const body = this.#body(file, variant, { offset: 0, size: variant.size }, exchange.network);
      await exchange.stream(status, status === 200 ? variant.headers : toUncachedHeaders(variant), body);
      return;
    }
    const body = await this.#sent.read(file, variant.encoding, exchange.network);
    this.#cache.keep(variant.key, body, this.#settings.site);
    exchange.send(status, status === 200 ? variant.headers : toUncachedHeaders(variant), body);
  }

  async #sendPart(file: SiteFile, variant: Variant, part: Range | 'unsatisfiable', exchange: Exchange): Promise<void> {
    const { size } = variant;
    if (part === 'unsatisfiable') {
      exchange.send(416, ['Content-Range', `bytes */${size}`, 'Content-Length', '0', ...securityHeaders], undefined);
      return;
    }
    const length = part.end - part.start + 1;
    const headers = [...variant.headers, 'Content-Range', `bytes ${part.start}-${part.end}/${size}`];
    headers[headers.indexOf('Content-Length') + 1] = String(length);
    await exchange.stream(
      206,
      headers,
      this.#body(file, variant, { offset: part.start, size: length }, exchange.network),
    );
  }

  #body(file: SiteFile, { encoding }: Variant, part: Part, network: string): StreamedBody {
    return { bytes: part.size, pieces: () => this.#sent.stream(file, encoding, part, network) };
  }

  async #prepare(file: SiteFile, network: string): Promise<PreparedFile> {
    const { path } = file;
    const known = this.#prepared.get(path) ?? this.#preparing.get(path);
    if (known !== undefined) return known;
    const preparing = this.#inspect(file, network);
    this.#preparing.set(path, preparing);
    try {
      const prepared = await preparing;
      this.#remember(path, prepared);
      return prepared;
    } finally {
      this.#preparing.delete(path);
    }
  }

  #remember(path: string, prepared: PreparedFile): void {
    if (this.#isRetired) return;
    const budget = this.#settings.prepared;
    const [oldest] = this.#prepared.keys();
    if (oldest === undefined || !budget.isUsedUp(this.#prepared.size)) budget.take();
    else this.#prepared.delete(oldest);
    this.#prepared.set(path, prepared);
  }

  async #inspect(file: SiteFile, network: string): Promise<PreparedFile> {
    const facts = await this.#sent.inspect(file, network);
    return this.#shared?.prepare(file, facts, this.#context) ?? prepareFile(file, facts, this.#context);
  }
}

/** Returns the file at a path, in any of its spellings. */
function fileOf(route: Route<SiteFile>): SiteFile | undefined {
  if (route.kind === 'file') return route.file;
  return route.kind === 'redirect' ? route.page : undefined;
}

/** Whether the client already has this variant. */
function isKnown(variant: Variant, request: RequestHead): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && matchesEtag(known, variant.etag);
}

function choose(prepared: PreparedFile, { headers }: RequestHead): Variant {
  // A range refers to the file itself: parts of a compressed form are useless to a player or a download manager.
  if (prepared.isSeekable && headers.range !== undefined) return prepared.identity;
  if (prepared.gzip === undefined && prepared.br === undefined) return prepared.identity;
  for (const encoding of acceptedEncodings(headers['accept-encoding'])) {
    const variant = prepared[encoding];
    if (variant !== undefined) return variant;
  }
  return prepared.identity;
}

function askedPart(variant: Variant, request: RequestHead): Range | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = request.headers;
  if (range === undefined || isKnown(variant, request)) return undefined;
  // A part of another version's file must not be combined with the client's part.
  return condition === undefined || condition === variant.etag ? parseRange(range, variant.size) : undefined;
}

function addQuery(location: string, query: string): string {
  if (query === '' || location.includes('?')) return location;
  const anchor = location.indexOf('#');
  return anchor < 0 ? `${location}?${query}` : `${location.slice(0, anchor)}?${query}${location.slice(anchor)}`;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function fail(exchange: Exchange, error: unknown): void {
  if (!isGone(error)) exchange.failed(error);
  if (exchange.breakOff()) return;
  const code = error instanceof SiteError ? error.code : undefined;
  // This site has reached its limit on waiting responses; other sites are still served.
  if (code === 'site-busy')
    sendUnavailable(exchange, "This site can't be served right now. Try again in a moment.\n", 1);
  else if (code === 'version-unreachable')
    sendUnavailable(exchange, 'The files of this site are unavailable at the moment. Try again in a moment.\n', 5);
  else sendText(exchange, 500, "This page can't be served at the moment.\n");
}
