import type { RequestHead, HttpExchange } from '../answer/exchange.ts';
import type { SiteAnswers } from '../answer/site-answers.ts';
import { findRoad, type ToolCall } from './agent-read.ts';
import type { EventCollector, ReadSite, ReportedSite } from './collect-events.ts';
import type { FeedbackCollector, FeedbackSender } from './collect-feedback.ts';

/** Below the base path: where pages of a site that counts its readers report what they did. */
const eventsPath = '/_docwright/events';
/** Where a page that asks for feedback sends it. */
const feedbackPath = '/_docwright/feedback';
/** Where agents do, by `POST`; a site may have a page there. */
const agentFeedbackPath = '/feedback';

export interface ReportingSite {
  /** What its readers are counted under. */
  readonly siteId: string;
  /** The version that is shown comes first. Pages of those before it may still be open. */
  readonly versions: readonly SiteAnswers[];
}

/** Who asks, and for which site. */
export interface Asking {
  /** Name at which the reader has the site, in lower case. */
  readonly host: string;
  readonly address: string;
}

/** Which requests to a site are about its readers, and what becomes of them. One piece of code for live sites and `docwright host`. */
export class SiteReports {
  readonly #events: EventCollector;
  readonly #feedback: FeedbackCollector;

  constructor(events: EventCollector, feedback: FeedbackCollector) {
    this.#events = events;
    this.#feedback = feedback;
  }

  /** Whether `take` or `note` has something to do with a request. */
  concerns(site: ReportingSite, request: RequestHead, pathname: string): boolean {
    if (isCounted(site) && (leadsTo(eventsPath, pathname, site) || findRoad(request.headers, pathname) !== undefined))
      return true;
    return feedbackSender(site, request, pathname) !== undefined;
  }

  /** Answers a report; undefined where the request is none. */
  take(exchange: HttpExchange, pathname: string, site: ReportingSite & Asking): Promise<void> | undefined {
    const sender = feedbackSender(site, exchange.request, pathname);
    const { address } = site;
    if (sender !== undefined) return this.#feedback.collect(exchange, toReportedSite(site), { address, sender });
    if (!isCounted(site) || !leadsTo(eventsPath, pathname, site)) return undefined;
    return this.#events.collect(exchange, toReportedSite(site), address);
  }

  /** Counts what was answered to an agent, or as Markdown. */
  note({ method, headers }: RequestHead, pathname: string, site: ReportingSite & Asking): void {
    if (method === 'GET' && isCounted(site)) this.#events.countRead(headers, pathname, toReadSite(site));
  }

  /** Counts what a tool of the MCP server gave. */
  noteCall({ headers }: RequestHead, call: ToolCall, site: ReportingSite & Asking): void {
    if (isCounted(site)) this.#events.countCall(headers, call, toReadSite(site));
  }
}

/** Whether the version that is shown says so. */
const isCounted = ({ versions }: ReportingSite): boolean => versions[0]?.source.features.analytics === true;

/** Who sends feedback; undefined for what is none, and where the site takes none. */
function feedbackSender(site: ReportingSite, { method }: RequestHead, pathname: string): FeedbackSender | undefined {
  if (site.versions[0]?.source.features.feedback !== true) return undefined;
  if (leadsTo(feedbackPath, pathname, site)) return 'page';
  return method === 'POST' && leadsTo(agentFeedbackPath, pathname, site) ? 'agent' : undefined;
}

/** Pages that are still open may be of a version with another base path, or with none. */
const leadsTo = (path: string, pathname: string, { versions }: ReportingSite): boolean =>
  pathname.endsWith(path) &&
  (pathname === path || versions.some(({ source }) => pathname === `${source.basePath}${path}`));

const toReadSite = (site: ReportingSite & Asking): ReadSite => ({
  ...toReportedSite(site),
  address: site.address,
  basePath: site.versions[0]?.source.basePath ?? '',
  hasFile: (pathname) => site.versions[0]?.hasFile(pathname) === true,
});

const toReportedSite = ({ siteId, host, versions }: ReportingSite & Asking): ReportedSite => ({
  siteId,
  host,
  findPage: (pathname) => {
    for (const version of versions) {
      const page = version.findPage(pathname);
      if (page !== undefined) return page;
    }
    return undefined;
  },
});
