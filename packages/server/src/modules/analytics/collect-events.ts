import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpExchange } from '@docwright/site-server';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { networkOfAddress } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { classifyAgent, isAiAgent } from './classify-agent.ts';
import { DistinctNames, maxNames, otherNames } from './distinct-names.ts';
import { joinCode } from './copied-code.ts';
import { EventWriter } from './event-writer.ts';
import { newUuid7 } from './new-uuid7.ts';
import { parseEvents, ReportRefused, type ReportedEvent } from './parse-events.ts';
import { accept, isOwnOrigin, readBody, refuse, wantsNoCount } from './report-exchange.ts';
import { ensureDay, insertEvents, selectNames, type AnalyticsTables, type StoredEvent } from './store.ts';
import { toDay } from './to-day.ts';
import { UseWindows } from './use-windows.ts';
import { VisitorSalts } from './visitor-salts.ts';

export interface ReportedSite {
  readonly projectId: string;
  /** Name at which the reader has it, in lower case. */
  readonly host: string;
  /** The page that answers a path, as it is counted. */
  readonly findPage: (pathname: string) => string | undefined;
}

const maxBodyBytes = 4_096;
/** Reports of one network at a site, and of all readers of a site together, at one edge in a minute. */
const windowMs = 60_000;
const maxOfNetwork = 120;
const maxOfSite = 12_000;

interface CollectorDeps {
  readonly database: Database<AnalyticsTables>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Takes what pages of live sites report.
 *
 * 1. What was answered 204 is in the database, or is none of anybody's: who asks not to be counted is not, and bots aren't.
 * 2. A report counts whole or not at all, and the same event once.
 * 3. Of an address nothing is kept but a digest under the day's salt.
 */
export class EventCollector {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #writer: EventWriter;
  readonly #salts: VisitorSalts;
  readonly #names: DistinctNames;
  readonly #ofNetwork = new UseWindows(maxOfNetwork, windowMs);
  readonly #ofSite = new UseWindows(maxOfSite, windowMs);

  constructor({ database: { kysely }, clock, log }: CollectorDeps) {
    this.#clock = clock;
    this.#log = log;
    this.#writer = new EventWriter((events) => insertEvents(kysely, events));
    this.#salts = new VisitorSalts((day) => ensureDay(kysely, day, randomBytes(32)));
    this.#names = new DistinctNames((scope) => selectNames(kysely, scope, maxNames));
  }

  /** Answers what a page sent. */
  async collect(exchange: HttpExchange, site: ReportedSite, address: string): Promise<void> {
    const { headers, method } = exchange.request;
    if (method !== 'POST') {
      return refuse(exchange, 405, 'Only POST', ['Allow', 'POST']);
    }
    if (!isOwnOrigin(headers, site.host)) return refuse(exchange, 403, 'Only pages of this site report here');
    const agent = classifyAgent(headers['user-agent']);
    if (agent === 'bot' || wantsNoCount(headers)) return accept(exchange);
    const waitMs = this.#take(site.projectId, address);
    if (waitMs > 0) return refuse(exchange, 429, 'Too many reports', ['Retry-After', String(Math.ceil(waitMs / 1000))]);
    const text = await readBody(exchange, maxBodyBytes);
    if (text === undefined) return refuse(exchange, 413, `A report has at most ${String(maxBodyBytes)} bytes`);
    let events: readonly ReportedEvent[];
    try {
      events = parseEvents(text, { ...site, nowMs: this.#clock.now() });
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      return refuse(exchange, 400, error.message);
    }
    const reader = { projectId: site.projectId, address, userAgent: headers['user-agent'] ?? '' };
    try {
      const isAi = agent === 'ai';
      // An agent's view was counted when its page was answered (`countAgentView`), also where it reads with a browser.
      const counted = isAi ? events.filter(({ kind }) => kind !== 'view') : events;
      const stored = await Promise.all(counted.map((event) => this.#toStored(event, reader, isAi)));
      await this.#writer.write(stored);
    } catch (error) {
      this.#log.warn({ projectId: site.projectId, err: error }, 'events of a live site could not be stored');
      return refuse(exchange, 503, 'Nothing can be counted at the moment', ['Retry-After', '5']);
    }
    accept(exchange);
  }

  /** Whether an answer is to be counted by who sends it: most agents run no script. */
  isAgentRequest(headers: IncomingHttpHeaders, pathname: string): boolean {
    return isAiAgent(headers['user-agent']) || pathname.endsWith('.md') || (headers.accept ?? '').includes('markdown');
  }

  /** A page that an agent was given, or somebody as Markdown. Best effort: the answer does not wait for it. */
  countAgentView(
    headers: IncomingHttpHeaders,
    pathname: string,
    site: ReportedSite & { readonly address: string },
  ): void {
    const { projectId, address } = site;
    const path = site.findPage(pathname.replace(/\.md$/, ''));
    const userAgent = headers['user-agent'] ?? '';
    if (path === undefined || wantsNoCount(headers) || this.#take(projectId, address) > 0) return;
    const atMs = this.#clock.now();
    const id = newUuid7(atMs, randomBytes(10));
    const event = { id, atMs, kind: 'view', path, referrer: null, query: null, target: null, results: null } as const;
    this.#toStored(event, { projectId, address, userAgent }, true)
      .then((stored) => this.#writer.write([stored]))
      .catch((error: unknown) => this.#log.warn({ projectId, err: error }, 'an agent’s view could not be stored'));
  }

  #take(projectId: string, address: string): number {
    const now = this.#clock.now();
    return this.#ofNetwork.take(`${projectId} ${networkOfAddress(address)}`, now) || this.#ofSite.take(projectId, now);
  }

  async #toStored(
    { atMs, ...event }: ReportedEvent,
    reader: { readonly projectId: string; readonly address: string; readonly userAgent: string },
    isAi: boolean,
  ): Promise<StoredEvent> {
    const day = toDay(atMs);
    const { projectId } = reader;
    const visitor = await this.#salts.digest(day, reader);
    const counted = await this.#bound(event, projectId, day);
    return { ...counted, project_id: projectId, at: new Date(atMs).toISOString(), visitor, is_ai: isAi };
  }

  /** The event under a name of its own, or with the others that came too late for one. */
  async #bound<Event extends Pick<ReportedEvent, 'kind' | 'path' | 'target'>>(
    event: Event,
    projectId: string,
    day: string,
  ): Promise<Event> {
    const { kind, path, target } = event;
    const admits = (name: string) => this.#names.admits({ projectId, day, kind }, name);
    if (kind === 'not_found') return (await admits(path)) ? event : { ...event, path: otherNames };
    if (target === null) return event;
    if (kind === 'outlink') return (await admits(target)) ? event : { ...event, target: otherNames };
    if (kind === 'code_copy') return (await admits(joinCode(path, target))) ? event : { ...event, target: null };
    return event;
  }
}
