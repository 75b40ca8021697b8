import type { IncomingHttpHeaders } from 'node:http';
import type { HttpExchange } from '../answer/exchange.ts';
import { classifyAgent } from './classify-agent.ts';
import type { ReportedSite } from './collect-events.ts';
import type { FeedbackStore } from './event-store.ts';
import { networkOfAddress } from '../shares/network-of-address.ts';
import { UseWindows } from '../shares/use-windows.ts';
import { parseAgentFeedback, parsePageFeedback, type ReaderFeedback } from './parse-feedback.ts';
import { ReportRefused } from './parse-events.ts';
import { accept, isOwnOrigin, readBody, refuse, wantsNoCount } from './report-exchange.ts';
import { toDay } from './to-day.ts';
import { VisitorSalts, type Reader } from './visitor-salts.ts';

/** Enough for 2,000 escaped characters. */
const maxBodyBytes = 16_384;
/** Maximum size of one entry in the database, including indexes: its text is at most as long as its request body. */
export const maxFeedbackBytes = maxBodyBytes + 1_000;
/** Window of a process's limits on a network's feedback about a site, and on all readers' feedback about a site. */
const windowMs = 600_000;
const maxOfNetwork = 10;
const maxOfSite = 300;
/** A site's daily limit, across all processes. */
export const maxFeedbackOfDay = 2_000;
/** Daily limit of one network at a site, in one process: two networks can't block a site's other readers. */
export const maxFeedbackOfNetworkDay = maxFeedbackOfDay / 10;
const dayMs = 86_400_000;

export interface FeedbackCollectorDeps {
  readonly store: FeedbackStore;
  readonly nowMs: () => number;
  /** Called when feedback couldn't be stored. */
  readonly onError: (siteId: string, error: unknown) => void;
}

/** The sender: a page's form, or an agent that has read the page. */
export type FeedbackSender = 'page' | 'agent';

/**
 * Receives feedback about a page from readers and their agents.
 *
 * 1. Feedback answered with 204 is stored, or came from a bot that filled in the form.
 * 2. A page of another origin can't send anything on behalf of a reader.
 * 3. An address is stored only as a digest with the day's salt, and not at all for readers who opted out.
 */
export class FeedbackCollector {
  readonly #deps: FeedbackCollectorDeps;
  readonly #salts: VisitorSalts;
  readonly #ofNetwork: UseWindows;
  readonly #ofSite: UseWindows;

  constructor(deps: FeedbackCollectorDeps) {
    this.#deps = deps;
    this.#salts = new VisitorSalts((day) => deps.store.salt(day));
    const { nowMs } = deps;
    this.#ofNetwork = new UseWindows(
      [
        { uses: maxOfNetwork, windowMs },
        { uses: maxFeedbackOfNetworkDay, windowMs: dayMs },
      ],
      nowMs,
    );
    this.#ofSite = new UseWindows([{ uses: maxOfSite, windowMs }], nowMs);
  }

  async collect(
    exchange: HttpExchange,
    site: ReportedSite,
    { address, sender }: { readonly address: string; readonly sender: FeedbackSender },
  ): Promise<void> {
    const { headers, method } = exchange.request;
    if (method !== 'POST') return refuse(exchange, 405, 'Only POST is allowed', ['Allow', 'POST']);
    if (!maySend(headers, site.host, sender))
      return refuse(exchange, 403, 'Only pages of this site can send feedback here');
    if (sender === 'page' && classifyAgent(headers['user-agent']) === 'bot') return accept(exchange);
    const waitMs = this.#take(site.siteId, address);
    if (waitMs > 0) return refuseMore(exchange, waitMs);
    const body = await readBody(exchange, maxBodyBytes);
    if (body === undefined) return refuse(exchange, 413, `Feedback must be at most ${maxBodyBytes} bytes`);
    let feedback: ReaderFeedback;
    try {
      feedback = (sender === 'page' ? parsePageFeedback : parseAgentFeedback)(body, site.findPage);
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      return refuse(exchange, 400, error.message);
    }
    const { siteId } = site;
    const { store, nowMs, onError } = this.#deps;
    try {
      const reader = { siteId, address, userAgent: headers['user-agent'] ?? '' };
      const visitor = wantsNoCount(headers) ? null : await this.#digest(reader);
      if (!(await store.insert({ ...feedback, siteId, visitor, atMs: nowMs() })))
        return refuseMore(exchange, 3_600_000);
    } catch (error) {
      onError(siteId, error);
      return refuse(exchange, 503, 'Nothing can be stored at the moment', ['Retry-After', '5']);
    }
    accept(exchange);
  }

  #take(siteId: string, address: string): number {
    return this.#ofNetwork.take(`${siteId} ${networkOfAddress(address)}`) || this.#ofSite.take(siteId);
  }

  #digest(reader: Reader): Promise<string> {
    return this.#salts.digest(toDay(this.#deps.nowMs()), reader);
  }
}

/**
 * Whether a request may send feedback: agents aren't browsers and send no `Origin`; a request with one must be from a
 * page of the site.
 */
function maySend(headers: IncomingHttpHeaders, host: string, sender: FeedbackSender): boolean {
  const isOfBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return isOfBrowser || sender === 'page' ? isOwnOrigin(headers, host) : true;
}

const refuseMore = (exchange: HttpExchange, waitMs: number): void =>
  refuse(exchange, 429, 'Too much feedback', ['Retry-After', String(Math.ceil(waitMs / 1000))]);
