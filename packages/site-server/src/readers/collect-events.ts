import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpExchange } from '../answer/exchange.ts';
import { findReadMethod, joinRead, type AgentRead, type ToolCall } from './agent-read.ts';
import { classifyAgent } from './classify-agent.ts';
import { DistinctNames, maxNames } from './distinct-names.ts';
import type { SiteEvent } from './event.ts';
import type { EventStore } from './event-store.ts';
import { EventWriter } from './event-writer.ts';
import { networkOfAddress } from '../shares/network-of-address.ts';
import { UseWindows } from '../shares/use-windows.ts';
import { newUuid7 } from './new-uuid7.ts';
import { parseEvents, ReportRefused, type ReportedEvent } from './parse-events.ts';
import { accept, isOwnOrigin, readBody, refuse, wantsNoCount } from './report-exchange.ts';
import { toDay } from './to-day.ts';
import { VisitorSalts, type Reader } from './visitor-salts.ts';

export interface ReportedSite {
  /** ID of the project or the site under which readers are counted. */
  readonly siteId: string;
  /** Host name in the reader's request, in lower case. */
  readonly host: string;
  /** Returns the name under which the page at a path is counted. */
  readonly findPage: (pathname: string) => string | undefined;
}

/** A site that a client has read. */
export interface ReadSite extends ReportedSite {
  readonly address: string;
  /** The site's base path, without a trailing slash. */
  readonly basePath: string;
  /** Whether a path is a file's address. */
  readonly hasFile: (pathname: string) => boolean;
}

const maxBodyBytes = 4_096;
/** Window of an edge's limits on a network's reports to a site, and on all readers' reports to a site. */
const windowMs = 60_000;
const maxOfNetwork = 120;
const maxOfSite = 12_000;
const dayMs = 86_400_000;
/**
 * Bytes of events that one edge stores in 24 hours: per site, and per network across all sites. That allows nearly a
 * million events of a site and 50,000 of a network.
 */
export const eventBytesOfDay = { site: 300_000_000, network: 15_000_000 } as const;
/** Size of an event in its table and index, without its text (measured and rounded up). */
export const eventRowBytes = 280;

interface ReportSize {
  readonly events: number;
  /** Maximum size in the database. */
  readonly bytes: number;
}

export interface EventCollectorDeps {
  readonly store: EventStore;
  readonly nowMs: () => number;
  /** Called when events couldn't be stored. */
  readonly onError: (siteId: string, error: unknown) => void;
  /** Called with the number of events that aren't stored because a daily limit is reached. */
  readonly onBeyondDay: (siteId: string, events: number) => void;
  /** Default: `eventBytesOfDay`. */
  readonly dayLimits?: { readonly site: number; readonly network: number };
}

/**
 * Receives reports from sites' pages.
 *
 * 1. A report answered with 204 is stored, with three exceptions: readers who opted out, bots, and events beyond the
 *    daily limits, which are only counted.
 * 2. A report counts completely or not at all, and each event counts once.
 * 3. An address is stored only as a digest with the day's salt.
 */
export class EventCollector {
  readonly #nowMs: () => number;
  readonly #onError: EventCollectorDeps['onError'];
  readonly #writer: EventWriter;
  readonly #salts: VisitorSalts;
  readonly #names: DistinctNames;
  readonly #onBeyondDay: EventCollectorDeps['onBeyondDay'];
  readonly #ofNetwork: UseWindows;
  readonly #ofSite: UseWindows;
  readonly #ofNetworkDay: UseWindows;
  readonly #ofSiteDay: UseWindows;

  constructor({ store, nowMs, onError, onBeyondDay, dayLimits = eventBytesOfDay }: EventCollectorDeps) {
    this.#nowMs = nowMs;
    this.#onError = onError;
    this.#onBeyondDay = onBeyondDay;
    this.#ofNetwork = new UseWindows([{ uses: maxOfNetwork, windowMs }], nowMs);
    this.#ofSite = new UseWindows([{ uses: maxOfSite, windowMs }], nowMs);
    this.#ofNetworkDay = new UseWindows([{ uses: dayLimits.network, windowMs: dayMs }], nowMs);
    this.#ofSiteDay = new UseWindows([{ uses: dayLimits.site, windowMs: dayMs }], nowMs);
    this.#writer = new EventWriter((events) => store.insert(events));
    this.#salts = new VisitorSalts((day) => store.salt(day));
    this.#names = new DistinctNames((scope) => store.names(scope, maxNames));
  }

  /** Answers a page's report. */
  async collect(exchange: HttpExchange, site: ReportedSite, address: string): Promise<void> {
    const { headers, method } = exchange.request;
    if (method !== 'POST') {
      return refuse(exchange, 405, 'Only POST is allowed', ['Allow', 'POST']);
    }
    if (!isOwnOrigin(headers, site.host)) return refuse(exchange, 403, 'Only pages of this site can send events here');
    const agent = classifyAgent(headers['user-agent']);
    if (agent === 'bot' || wantsNoCount(headers)) return accept(exchange);
    const network = networkOfAddress(address);
    const waitMs = this.#take(site.siteId, network);
    if (waitMs > 0) return refuse(exchange, 429, 'Too many reports', ['Retry-After', String(Math.ceil(waitMs / 1000))]);
    const body = await readBody(exchange, maxBodyBytes);
    if (body === undefined) return refuse(exchange, 413, `A report must be at most ${maxBodyBytes} bytes`);
    let events: readonly ReportedEvent[];
    try {
      events = parseEvents(body, { ...site, nowMs: this.#nowMs() });
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      return refuse(exchange, 400, error.message);
    }
    const reader = { siteId: site.siteId, address, userAgent: headers['user-agent'] ?? '' };
    try {
      const isAi = agent === 'ai';
      // An agent's view was counted when its page was served (`countRead`), even if it uses a browser.
      const counted = isAi ? events.filter(({ kind }) => kind !== 'view') : events;
      // An event's text is at most as long as the report that contained it.
      const size = { events: counted.length, bytes: body.length + counted.length * eventRowBytes };
      if (!this.#hasRoom(site.siteId, network, size)) return accept(exchange); // 1
      const stored = await Promise.all(counted.map((event) => this.#toStored(event, reader, isAi)));
      await this.#writer.write(stored, [site.siteId, network]);
    } catch (error) {
      this.#onError(site.siteId, error);
      return refuse(exchange, 503, 'Nothing can be counted at the moment', ['Retry-After', '5']);
    }
    accept(exchange);
  }

  /** Counts a response to an agent, or a response in Markdown. Best effort: the response doesn't wait for it. */
  countRead(headers: IncomingHttpHeaders, pathname: string, site: ReadSite): void {
    const via = findReadMethod(headers, pathname);
    if (via === undefined) return;
    if (via === 'llms.txt' || via === 'llms-full.txt') {
      if (site.hasFile(pathname)) this.#count(headers, { path: '', via, tool: '' }, site);
      return;
    }
    const path = site.findPage(pathname.replace(/\.md$/, ''));
    if (path !== undefined) this.#count(headers, { path, via, tool: '' }, site);
  }

  /** Counts a call to one of the MCP server's tools; a page that is read with it counts as a view. */
  countCall(headers: IncomingHttpHeaders, { tool, page }: ToolCall, site: ReadSite): void {
    const path = page === undefined ? undefined : site.findPage(`${site.basePath}/${page}`);
    this.#count(headers, { path: path ?? '', via: 'mcp', tool }, site);
  }

  #count(headers: IncomingHttpHeaders, { path, via, tool }: AgentRead, { siteId, address }: ReadSite): void {
    const userAgent = headers['user-agent'] ?? '';
    const network = networkOfAddress(address);
    if (wantsNoCount(headers) || this.#take(siteId, network) > 0) return;
    const size = { events: 1, bytes: Buffer.byteLength(path) + eventRowBytes };
    if (!this.#hasRoom(siteId, network, size)) return;
    const atMs = this.#nowMs();
    const id = newUuid7(atMs, randomBytes(10));
    const kind = path === '' ? 'agent_read' : 'view';
    const event = {
      id,
      atMs,
      kind,
      path,
      referrer: null,
      query: null,
      target: joinRead({ via, tool }),
      results: null,
    } as const;
    this.#toStored(event, { siteId, address, userAgent }, true)
      .then((stored) => this.#writer.write([stored], [siteId, network]))
      .catch((error: unknown) => this.#onError(siteId, error));
  }

  #take(siteId: string, network: string): number {
    return this.#ofNetwork.take(`${siteId} ${network}`) || this.#ofSite.take(siteId);
  }

  /** Whether these events fit into the daily limits; if not, their number is reported. */
  #hasRoom(siteId: string, network: string, { events, bytes }: ReportSize): boolean {
    const waitMs = this.#ofNetworkDay.take(network, bytes) || this.#ofSiteDay.take(siteId, bytes);
    if (waitMs > 0) this.#onBeyondDay(siteId, events);
    return waitMs === 0;
  }

  async #toStored({ atMs, ...event }: ReportedEvent, reader: Reader, isAi: boolean): Promise<SiteEvent> {
    const day = toDay(atMs);
    const { siteId } = reader;
    const visitor = await this.#salts.digest(day, reader);
    const counted = await this.#names.bound(event, { siteId, day });
    return { ...counted, siteId, at: new Date(atMs).toISOString(), visitor, isAi };
  }
}
