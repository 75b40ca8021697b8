import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { idPrefixes } from '@docwright/contract';
import type { HttpExchange } from '@docwright/site-server';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { networkOfAddress } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { PublishEvent } from '../webhooks/index.ts';
import { classifyAgent } from './classify-agent.ts';
import type { ReportedSite } from './collect-events.ts';
import { insertFeedback, type FeedbackTables } from './feedback-store.ts';
import { parseAgentFeedback, parsePageFeedback, type ReaderFeedback } from './parse-feedback.ts';
import { ReportRefused } from './parse-events.ts';
import { accept, isOwnOrigin, readBody, refuse, wantsNoCount } from './report-exchange.ts';
import { ensureDay } from './store.ts';
import { toDay } from './to-day.ts';
import { toFeedbackEvent } from './to-feedback.ts';
import { UseWindows } from './use-windows.ts';
import { VisitorSalts } from './visitor-salts.ts';

/** 2,000 characters, each of them escaped. */
const maxBodyBytes = 16_384;
/** Of one network at a site, and of all readers of a site together, at one edge. */
const windowMs = 600_000;
const maxOfNetwork = 10;
const maxOfSite = 300;
/** That a site takes in a day, at all edges. */
const maxOfDay = 2_000;

interface CollectorDeps {
  readonly database: Database<FeedbackTables>;
  readonly publishEvent: PublishEvent;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who sends: the form of a page, or an agent that has read it. */
export type FeedbackSender = 'page' | 'agent';

/**
 * Takes what readers of live sites and their agents say of a page.
 *
 * 1. What was answered 204 is in the database, and told to who listens, or came from a bot that filled the form in.
 * 2. A page of another origin can't send anything in a reader's name.
 * 3. Of an address nothing is kept but a digest under the day's salt, and not even that of who asks not to be counted.
 */
export class FeedbackCollector {
  readonly #deps: CollectorDeps;
  readonly #salts: VisitorSalts;
  readonly #ofNetwork = new UseWindows(maxOfNetwork, windowMs);
  readonly #ofSite = new UseWindows(maxOfSite, windowMs);

  constructor(deps: CollectorDeps) {
    this.#deps = deps;
    this.#salts = new VisitorSalts((day) => ensureDay(deps.database.kysely, day, randomBytes(32)));
  }

  async collect(
    exchange: HttpExchange,
    site: ReportedSite,
    { address, sender }: { readonly address: string; readonly sender: FeedbackSender },
  ): Promise<void> {
    const { headers, method } = exchange.request;
    if (method !== 'POST') return refuse(exchange, 405, 'Only POST', ['Allow', 'POST']);
    if (!maySend(headers, site.host, sender))
      return refuse(exchange, 403, 'Pages of other sites send no feedback here');
    if (sender === 'page' && classifyAgent(headers['user-agent']) === 'bot') return accept(exchange);
    const waitMs = this.#take(site.projectId, address);
    if (waitMs > 0) return refuseMore(exchange, waitMs);
    const text = await readBody(exchange, maxBodyBytes);
    if (text === undefined) return refuse(exchange, 413, `Feedback has at most ${String(maxBodyBytes)} bytes`);
    let feedback: ReaderFeedback;
    try {
      feedback = (sender === 'page' ? parsePageFeedback : parseAgentFeedback)(text, site.findPage);
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      return refuse(exchange, 400, error.message);
    }
    const { projectId } = site;
    try {
      const reader = { projectId, address, userAgent: headers['user-agent'] ?? '' };
      const visitor = wantsNoCount(headers) ? null : await this.#digest(reader);
      if (!(await this.#store(feedback, { projectId, visitor }))) return refuseMore(exchange, 3_600_000);
    } catch (error) {
      this.#deps.log.warn({ projectId, err: error }, 'feedback of a live site could not be stored');
      return refuse(exchange, 503, 'Nothing can be stored at the moment', ['Retry-After', '5']);
    }
    accept(exchange);
  }

  #take(projectId: string, address: string): number {
    const now = this.#deps.clock.now();
    return this.#ofNetwork.take(`${projectId} ${networkOfAddress(address)}`, now) || this.#ofSite.take(projectId, now);
  }

  #digest(reader: { readonly projectId: string; readonly address: string; readonly userAgent: string }) {
    return this.#salts.digest(toDay(this.#deps.clock.now()), reader);
  }

  /** False where the site has had its share of the day. */
  #store(
    feedback: ReaderFeedback,
    { projectId, visitor }: { readonly projectId: string; readonly visitor: string | null },
  ): Promise<boolean> {
    const { database, publishEvent, clock } = this.#deps;
    const at = new Date(clock.now());
    return database.kysely.transaction().execute(async (tx) => {
      const row = await insertFeedback(
        tx,
        { id: newId(idPrefixes.feedback), projectId, visitor, at, ...feedback },
        maxOfDay,
      );
      if (row === undefined) return false;
      await publishEvent(tx, {
        type: 'feedback.created',
        organizationId: row.organization_id,
        projectId,
        at,
        data: toFeedbackEvent(row),
      });
      return true;
    });
  }
}

/** Agents are no browsers and name no origin; who names one must be a page of the site. */
function maySend(headers: IncomingHttpHeaders, host: string, sender: FeedbackSender): boolean {
  const isOfBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  return isOfBrowser || sender === 'page' ? isOwnOrigin(headers, host) : true;
}

const refuseMore = (exchange: HttpExchange, waitMs: number): void =>
  refuse(exchange, 429, 'Too much feedback', ['Retry-After', String(Math.ceil(waitMs / 1000))]);
