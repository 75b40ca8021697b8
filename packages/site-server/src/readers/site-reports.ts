import type { RequestHead, HttpExchange } from '../answer/exchange.ts';
import type { SiteAnswers } from '../answer/site-answers.ts';
import { findReadMethod, type ToolCall } from './agent-read.ts';
import type { EventCollector, ReadSite, ReportedSite } from './collect-events.ts';
import type { FeedbackCollector, FeedbackSender } from './collect-feedback.ts';

/** The path, below the base path, to which pages of a site with analytics report events. */
const eventsPath = '/_docwright/events';
/** The path to which a page's feedback form sends its input. */
const feedbackPath = '/_docwright/feedback';
/** The path to which agents `POST` feedback; a site may also have a page there. */
const agentFeedbackPath = '/feedback';

/** Whether pages of a site, with any base path, send their reports to this path. */
export const isReport = (pathname: string): boolean => pathname.endsWith(eventsPath) || pathname.endsWith(feedbackPath);

export interface ReportingSite {
  /** The key under which the site's readers are counted. */
  readonly siteId: string;
  /** The current version is first. Pages of earlier versions may still be open. */
  readonly versions: readonly SiteAnswers[];
}

/** The caller, and the site that it requests. */
export interface Asking {
  /** Host name in the reader's request, in lower case. */
  readonly host: string;
  readonly address: string;
}

/** Finds requests about a site's readers and handles them. Shared by live sites and `docwright host`. */
export class SiteReports {
  readonly #events: EventCollector;
  readonly #feedback: FeedbackCollector;

  constructor(events: EventCollector, feedback: FeedbackCollector) {
    this.#events = events;
    this.#feedback = feedback;
  }

  /** Whether `take` or `note` handles a request. */
  concerns(site: ReportingSite, request: RequestHead, pathname: string): boolean {
    if (
      isCounted(site) &&
      (isPathOf(eventsPath, pathname, site) || findReadMethod(request.headers, pathname) !== undefined)
    )
      return true;
    return feedbackSender(site, request, pathname) !== undefined;
  }

  /** Answers a report; returns `undefined` if the request isn't one. */
  take(exchange: HttpExchange, pathname: string, site: ReportingSite & Asking): Promise<void> | undefined {
    const sender = feedbackSender(site, exchange.request, pathname);
    const { address } = site;
    if (sender !== undefined) return this.#feedback.collect(exchange, toReportedSite(site), { address, sender });
    if (!isCounted(site) || !isPathOf(eventsPath, pathname, site)) return undefined;
    return this.#events.collect(exchange, toReportedSite(site), address);
  }

  /** Counts a response to an agent, or one in Markdown. */
  note({ method, headers }: RequestHead, pathname: string, site: ReportingSite & Asking): void {
    if (method === 'GET' && isCounted(site)) this.#events.countRead(headers, pathname, toReadSite(site));
  }

  /** Counts a result from one of the MCP server's tools. */
  noteCall({ headers }: RequestHead, call: ToolCall, site: ReportingSite & Asking): void {
    if (isCounted(site)) this.#events.countCall(headers, call, toReadSite(site));
  }
}

/** Whether the current version enables counting. */
const isCounted = ({ versions }: ReportingSite): boolean => versions[0]?.source.features.analytics === true;

/** Returns the sender of feedback, or `undefined` if the request isn't feedback or the site doesn't accept it. */
function feedbackSender(site: ReportingSite, { method }: RequestHead, pathname: string): FeedbackSender | undefined {
  if (site.versions[0]?.source.features.feedback !== true) return undefined;
  if (isPathOf(feedbackPath, pathname, site)) return 'page';
  return method === 'POST' && isPathOf(agentFeedbackPath, pathname, site) ? 'agent' : undefined;
}

/**
 * Whether a request is for this path. Open pages may belong to a version with a different base path, or without one.
 */
const isPathOf = (path: string, pathname: string, { versions }: ReportingSite): boolean =>
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
