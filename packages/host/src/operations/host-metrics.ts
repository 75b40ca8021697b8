import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

type ActiveLabels = Readonly<Record<'site' | 'version' | 'commit' | 'sha256', string>>;

/**
 * Metrics in the Prometheus text format. Values that change with every request are plain fields, formatted only when
 * the metrics are requested.
 */
export class HostMetrics {
  readonly #registry = new Registry();
  #hasProcessFigures = false;
  readonly #answers = new Map<number, number>();
  #bytes = 0;
  readonly #updates: Counter<'site' | 'outcome'>;
  readonly #active: Gauge<'site' | 'version' | 'commit' | 'sha256'>;
  readonly #activeLabels = new Map<string, ActiveLabels>();
  readonly #fromDisk: Gauge<'site'>;
  readonly #ready: Gauge;
  readonly #meanings: Counter<'outcome'>;
  readonly #readerEvents: Counter<'site' | 'outcome'>;
  readonly #forwarded: Counter<'site' | 'outcome'>;
  readonly #forwardWaiting: Gauge<'site'>;

  constructor() {
    const registers = [this.#registry];
    const answers = this.#answers;
    const bytes = (): number => this.#bytes;
    // eslint-disable-next-line no-new -- a metric belongs to its registry
    new Counter({
      name: 'docwright_host_answers_total',
      help: 'Responses by status.',
      labelNames: ['status'],
      registers,
      collect() {
        this.reset();
        for (const [status, count] of answers) this.inc({ status: String(status) }, count);
      },
    });
    // eslint-disable-next-line no-new -- a metric belongs to its registry
    new Counter({
      name: 'docwright_host_body_bytes_total',
      help: 'Bytes of response bodies sent.',
      registers,
      collect() {
        this.reset();
        this.inc(bytes());
      },
    });
    this.#updates = new Counter({
      name: 'docwright_host_updates_total',
      help: 'Attempts to download a bundle from a link, by outcome: ok, or the code of the error.',
      labelNames: ['site', 'outcome'],
      registers,
    });
    this.#active = new Gauge({
      name: 'docwright_host_active_version',
      help: '1 for the version that a site serves.',
      labelNames: ['site', 'version', 'commit', 'sha256'],
      registers,
    });
    this.#fromDisk = new Gauge({
      name: 'docwright_host_serving_from_disk',
      help: '1 while a site serves a version from disk because its link could not be used.',
      labelNames: ['site'],
      registers,
    });
    this.#meanings = new Counter({
      name: 'docwright_host_search_meaning_total',
      help: 'Searches compared by meaning, by outcome: used, or the reason why only words were compared (no-vectors, slow, failed, resting, busy).',
      labelNames: ['outcome'],
      registers,
    });
    this.#readerEvents = new Counter({
      name: 'docwright_host_reader_events_total',
      help: 'Reader events and feedback, by outcome: stored, too-many, or the code of the error (storage-full, storage-failed).',
      labelNames: ['site', 'outcome'],
      registers,
    });
    this.#forwarded = new Counter({
      name: 'docwright_host_forwarded_events_total',
      help: 'Reader events for a service, by outcome: stored, known (already stored there), dropped (deleted from the disk before they were sent), unsendable, or the reason why the service refused them.',
      labelNames: ['site', 'outcome'],
      registers,
    });
    this.#forwardWaiting = new Gauge({
      name: 'docwright_host_forward_waiting_bytes',
      help: 'Bytes of reader event files that have not been sent to the service yet.',
      labelNames: ['site'],
      registers,
    });
    this.#ready = new Gauge({
      name: 'docwright_host_ready',
      help: '1 when every site has an active version.',
      registers,
    });
  }

  /** Counts a search by the outcome of its comparison by meaning. */
  countMeaning(outcome: string): void {
    this.#meanings.inc({ outcome });
  }

  /** Counts reader events by the result of storing them. */
  countReaderEvents(site: string, outcome: string, count: number): void {
    this.#readerEvents.inc({ site, outcome }, count);
  }

  /** Counts reader events by the result of forwarding them. */
  countForwarded(site: string, outcome: string, count: number): void {
    if (count > 0) this.#forwarded.inc({ site, outcome }, count);
  }

  setForwardWaiting(site: string, bytes: number): void {
    this.#forwardWaiting.set({ site }, bytes);
  }

  countAnswer(status: number, bodyBytes: number): void {
    this.#answers.set(status, (this.#answers.get(status) ?? 0) + 1);
    this.#bytes += bodyBytes;
  }

  countUpdate(site: string, outcome: string): void {
    this.#updates.inc({ site, outcome });
  }

  setActive(
    site: string,
    active: { readonly version: string; readonly commit: string; readonly sha256: string },
  ): void {
    const before = this.#activeLabels.get(site);
    if (before !== undefined) this.#active.remove(before);
    const labels = { site, ...active };
    this.#activeLabels.set(site, labels);
    this.#active.set(labels, 1);
  }

  setServingFromDisk(site: string, isFromDisk: boolean): void {
    this.#fromDisk.set({ site }, isFromDisk ? 1 : 0);
  }

  async format(isReady: boolean): Promise<string> {
    this.#ready.set(isReady ? 1 : 0);
    // Started only when metrics are requested, because measuring the event loop delay wakes an idle host 100 times a
    // second.
    if (!this.#hasProcessFigures) collectDefaultMetrics({ register: this.#registry });
    this.#hasProcessFigures = true;
    return this.#registry.metrics();
  }
}
