import type { IncomingMessage } from 'node:http';
import { clientNetwork, EventCollector, FeedbackCollector, requestedHost, SiteReports } from '@docwright/site-server';
import type { Asking, EventStore, FeedbackStore, SiteReaders } from '@docwright/site-server';
import { describeError, type HostLog } from '../operations/host-log.ts';
import type { HostMetrics } from '../operations/host-metrics.ts';
import { EventFiles, type EventFilesOptions } from './event-files.ts';

export interface HostReadersOptions extends EventFilesOptions {
  readonly site: string;
  readonly log: HostLog;
  readonly metrics: HostMetrics;
  /** Header in which the operator's own proxy identifies the client. */
  readonly clientAddressHeader: string;
}

/** Limits log lines while the disk is full. */
const LOGGED_EVERY_MS = 60_000;

export interface HostReaders extends SiteReaders {
  readonly files: EventFiles;
  readonly nowMs: () => number;
  /** Counts stored events in metrics. */
  readonly onStored: () => void;
  /** Counts the error, and logs it at most once per interval. */
  readonly onError: (site: string, error: unknown) => void;
}

/** Creates the store for the reader events and questions of one of this process's sites. */
export function createHostReaders(options: HostReadersOptions): HostReaders {
  const { site, log, metrics, nowMs, clientAddressHeader } = options;
  const files = new EventFiles(options);
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const onError = (_: string, error: unknown): void => {
    const { code, message } = describeError(error);
    metrics.countReaderEvents(site, code, 1);
    if (nowMs() - loggedAtMs < LOGGED_EVERY_MS) return;
    loggedAtMs = nowMs();
    log.warn({ site, code }, `reader events could not be stored: ${message}`);
  };
  const events: EventStore = {
    salt: (day) => files.salt(day),
    names: (scope, limit) => files.names(scope, limit),
    insert: async (some) => {
      await files.insert(some);
      metrics.countReaderEvents(site, 'stored', some.length);
    },
  };
  const plain = files.feedbackStore();
  const feedback: FeedbackStore = {
    salt: (day) => plain.salt(day),
    insert: async (given) => {
      const isTaken = await plain.insert(given);
      metrics.countReaderEvents(site, isTaken ? 'stored' : 'too-many', 1);
      return isTaken;
    },
  };
  const reports = new SiteReports(
    new EventCollector({
      store: events,
      nowMs,
      onError,
      onBeyondDay: (_, count) => metrics.countReaderEvents(site, 'too-many', count),
    }),
    new FeedbackCollector({ store: feedback, nowMs, onError }),
  );
  const ask = (request: IncomingMessage): Asking => ({
    host: (requestedHost(request) ?? '').replace(/:\d+$/, '').toLowerCase(),
    address: clientNetwork(request, clientAddressHeader),
  });
  return {
    files,
    nowMs,
    onStored: () => metrics.countReaderEvents(site, 'stored', 1),
    onError,
    concerns: (versions, request, pathname) => reports.concerns({ siteId: site, versions }, request, pathname),
    take: (exchange, pathname, versions) => {
      const { request } = exchange;
      // HTTP/2 sends the host name in another header.
      const host = requestedHost(request);
      if (host !== undefined) request.headers.host = host;
      return reports.take(exchange, pathname, { siteId: site, versions, ...ask(request) });
    },
    noteCall: (request, call, versions) => reports.noteCall(request, call, { siteId: site, versions, ...ask(request) }),
    note: (request, pathname, versions) => reports.note(request, pathname, { siteId: site, versions, ...ask(request) }),
  };
}
