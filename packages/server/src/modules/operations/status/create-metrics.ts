import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { JobEngine } from '../../../platform/job-engine/index.ts';

export interface Metrics {
  readonly contentType: string;
  render(): Promise<string>;
  observeRequest(request: { method: string; route: string; status: number; durationMs: number }): void;
  /** Counts an exception in a request's callback, which ended only that request. */
  countFault(): void;
  /** Counts a search that was to be compared by meaning. */
  countMeaning(outcome: string): void;
  /** Counts reader events from operators' own hosts. */
  countForwarded(outcome: string, events: number): void;
}

/** Process figures, requests by route, and the current state of the queues. */
export function createMetrics(engine: JobEngine): Metrics {
  const registry = new Registry();
  // Added when the metrics are first read: measuring the delay of the event loop wakes the process 100 times a second,
  // which takes 0.6% of a core.
  let hasProcessFigures = false;
  const requests = new Histogram({
    name: 'docwright_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const jobs = new Gauge({
    name: 'docwright_jobs',
    help: 'Jobs in a queue by state.',
    labelNames: ['queue', 'state'] as const,
    registers: [registry],
    collect: async () => {
      for (const { queue, waiting, delayed, running, failed } of await engine.stats()) {
        for (const [state, count] of Object.entries({ waiting, delayed, running, failed }))
          jobs.set({ queue, state }, count);
      }
    },
  });
  const faults = new Counter({
    name: 'docwright_request_faults_total',
    help: 'Uncaught exceptions that ended a request with status 500. Each is a bug in Docwright; search the log for the request ID.',
    registers: [registry],
  });
  const meanings = new Counter({
    name: 'docwright_search_meaning_total',
    help: 'Searches compared by meaning, by outcome: used, or the reason why only words were compared (no-vectors, slow, failed, resting, busy).',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const forwarded = new Counter({
    name: 'docwright_forwarded_events_total',
    help: 'Reader events from hosts, by outcome: stored, known, or the reason why they were refused (unknown_page, too_old, in_the_future, invalid_field, …).',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    render: () => {
      if (!hasProcessFigures) collectDefaultMetrics({ register: registry });
      hasProcessFigures = true;
      return registry.metrics();
    },
    countFault: () => faults.inc(),
    countMeaning: (outcome) => meanings.inc({ outcome }),
    countForwarded: (outcome, events) => forwarded.inc({ outcome }, events),
    observeRequest: ({ method, route, status, durationMs }) => {
      requests.observe({ method, route, status: String(status) }, durationMs / 1000);
    },
  };
}
