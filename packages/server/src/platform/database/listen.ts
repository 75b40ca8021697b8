import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig } from './client-config.ts';
import type { ConnectOptions } from './database.ts';

/** A subscription to one NOTIFY channel. */
export interface Listener {
  /** Stops the subscription. No callback is called afterwards. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly channel: string;
  /** Called with the payload of each notification, in order. */
  readonly onMessage: (payload: string) => void;
  /**
   * Called after every (re)subscription, including the first. Notifications sent while the connection was down are
   * lost, so the listener must read the state again here.
   */
  readonly onSubscribed?: () => void;
}

/**
 * LISTEN/NOTIFY over a separate connection, which is opened at first use and reopened whenever it is lost.
 *
 * A notification is a hint that something changed, but not the change itself: the transaction that changes a row runs
 * `NOTIFY job_changed, '<job id>'`, and listeners read the row. Use few channels with an ID as payload (PostgreSQL
 * delivers equal payloads only once per transaction, which is intended here).
 */
export interface NotificationHub {
  /** Resolves when the subscription is first active; rejects if the hub is closed before that. */
  listen(options: ListenOptions): Promise<Listener>;
  close(): Promise<void>;
}

export interface NotificationHubOptions extends Pick<ConnectOptions, 'url' | 'applicationName'> {
  /** Runs on each new connection before it listens, for example to acquire a session lock. */
  readonly sessionSql?: string;
  /** Called for each lost connection and each failed attempt to connect. */
  readonly onError?: (error: Error) => void;
}

const reconnectDelaysMs = [50, 100, 250, 500, 1000, 2000] as const;
/** A connection that is lost without an error is detected within the sum of these two times. */
const pingIntervalMs = 10_000;
const pingTimeoutMs = 5_000;
/** If a server accepts a connection and then doesn't respond, another attempt is made after this time. */
const answerTimeoutMs = 10_000;

export function createNotificationHub(options: NotificationHubOptions): NotificationHub {
  return new Hub(options);
}

interface Subscription {
  readonly options: ListenOptions;
  readonly stands: PromiseWithResolvers<void>;
}

class Hub implements NotificationHub {
  readonly #options: NotificationHubOptions;
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #running: Promise<void> | undefined;

  constructor(options: NotificationHubOptions) {
    this.#options = options;
  }

  async listen(options: ListenOptions): Promise<Listener> {
    this.#closing.signal.throwIfAborted();
    const subscription: Subscription = { options, stands: Promise.withResolvers() };
    this.#subscriptions.add(subscription);
    this.#running ??= this.#run();
    // Without a connection, the next one subscribes. A failure here means that the connection is being replaced.
    if (this.#client) await this.#subscribe(this.#client, [subscription]).catch(() => undefined);
    await subscription.stands.promise;
    return { close: () => this.#unsubscribe(subscription) };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the notification hub was closed'));
    for (const { stands } of this.#subscriptions) stands.reject(this.#closing.signal.reason);
    this.#subscriptions.clear();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await this.#hold(() => {
          failures = 0;
        });
      } catch (error) {
        if (!signal.aborted) this.#options.onError?.(error as Error);
      }
      const pauseMs = reconnectDelaysMs[Math.min(failures, reconnectDelaysMs.length - 1)];
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs one connection from its opening to its loss. */
  async #hold(onStanding: () => void): Promise<void> {
    const client = new Client({
      ...clientConfig({ ...this.#options, statementTimeoutMs: 0 }),
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    });
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection for notifications was closed')));
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    try {
      await client.connect();
      if (this.#options.sessionSql !== undefined) await client.query(this.#options.sessionSql);
      this.#client = client;
      await this.#subscribe(client, [...this.#subscriptions]);
      onStanding();
      await Promise.race([lost.promise, this.#pingUntilClosed(client)]);
    } finally {
      this.#client = undefined;
      void client.end().catch(() => undefined);
    }
  }

  async #pingUntilClosed(client: Client): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await delay(pingIntervalMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const answered = client.query('SELECT 1').then(() => true);
      const late = delay(pingTimeoutMs, false, { ref: false });
      if (!(await Promise.race([answered, late]))) throw new Error('the connection for notifications does not respond');
    }
  }

  async #subscribe(client: Client, subscriptions: readonly Subscription[]): Promise<void> {
    const channels = new Set(subscriptions.map(({ options }) => options.channel));
    for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    for (const subscription of subscriptions) {
      if (!this.#subscriptions.has(subscription)) continue;
      subscription.stands.resolve();
      subscription.options.onSubscribed?.();
    }
  }

  async #unsubscribe(subscription: Subscription): Promise<void> {
    this.#subscriptions.delete(subscription);
    const { channel } = subscription.options;
    const client = this.#client;
    if (!client || [...this.#subscriptions].some(({ options }) => options.channel === channel)) return;
    // The next connection doesn't listen to this channel anyway.
    await client.query(`UNLISTEN ${client.escapeIdentifier(channel)}`).catch(() => undefined);
  }

  #deliver(channel: string, payload: string): void {
    for (const { options } of this.#subscriptions) if (options.channel === channel) options.onMessage(payload);
  }
}
