import { randomBytes } from 'node:crypto';
import {
  BodyCache,
  clientNetwork,
  containSiteRequests,
  createSiteListener,
  HttpExchange,
  ListeningServers,
  PlaygroundProxy,
  sendText,
  splitTarget,
} from '@docwright/site-server';
import type { Exchange, RequestListener } from '@docwright/site-server';
import { HostError } from './errors.ts';
import { createAdmission } from './access/create-admission.ts';
import { createServices } from './create-services.ts';
import { findSite } from './find-site.ts';
import { createAccessLog, noAccessLog } from './operations/access-log.ts';
import { answerAdmin } from './operations/answer-admin.ts';
import type { AdminContext } from './operations/answer-admin.ts';
import { describeError } from './operations/host-log.ts';
import type { HostLog } from './operations/host-log.ts';
import { HostMetrics } from './operations/host-metrics.ts';
import type { HostSettings } from './settings/parse-settings.ts';
import { Site } from './site.ts';
import type { VersionSummary } from './versions/list-versions.ts';
import type { UpdateOutcome, VersionsContext } from './versions/site-versions.ts';

export interface HostDependencies {
  readonly log: HostLog;
  /** Receives whole lines; standard output by default. */
  readonly writeAccessLog?: (lines: string) => void;
  /** Milliseconds since 1970. */
  readonly nowMs?: () => number;
  readonly newId?: () => string;
  /** Named points of an update at which tests can interrupt it. */
  readonly atPoint?: VersionsContext['atPoint'];
}

/** A running deployment server. Operations take a site name if the server has several sites. */
export interface Host {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  /** The address of health, metrics and administration, including the path prefix. */
  readonly adminAddress: string;
  readonly h2cAddress: string | undefined;
  isReady(): boolean;
  /** Fetches the bundle again, or another bundle. Throws BundleError or HostError; the active version is then kept. */
  reload(bundleUrl?: string, site?: string): Promise<UpdateOutcome>;
  versions(site?: string): Promise<VersionSummary[]>;
  activate(version: string, site?: string): Promise<VersionSummary>;
  rollback(site?: string): Promise<VersionSummary>;
  /** Checks the data folder now instead of at the next `followSeconds`. */
  follow(): Promise<void>;
  /** Refuses new connections; running responses may finish within `shutdownSeconds`. */
  stop(): Promise<void>;
}

/** Listens immediately, and resolves when the state of each site is known: ready or not. */
export async function startHost(settings: HostSettings, dependencies: HostDependencies): Promise<Host> {
  const running = new RunningHost(settings, dependencies);
  try {
    await running.start();
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

class RunningHost implements Host {
  readonly #settings: HostSettings;
  readonly #log: HostLog;
  readonly #nowMs: () => number;
  readonly #sites: readonly Site[];
  readonly #admin: AdminContext;
  readonly #metrics = new HostMetrics();
  readonly #accessLog;
  readonly #servers: ListeningServers;
  #stopping = false;
  address = '';
  adminAddress = '';
  h2cAddress: string | undefined;

  constructor(settings: HostSettings, { log, writeAccessLog, nowMs = Date.now, newId, atPoint }: HostDependencies) {
    this.#settings = settings;
    this.#log = log;
    this.#nowMs = nowMs;
    const write = writeAccessLog ?? ((lines: string): void => void process.stdout.write(lines));
    this.#servers = new ListeningServers({
      ...settings,
      onFault: (error) => log.error(describeError(error), 'a connection failed'),
    });
    this.#accessLog = settings.accessLog ? createAccessLog(write, nowMs) : noAccessLog;
    const makeId = newId ?? ((): string => randomBytes(6).toString('hex'));
    const services = createServices(settings.services, { log, metrics: this.#metrics, nowMs, newId: makeId });
    const shared = {
      settings,
      log,
      nowMs,
      cache: new BodyCache(settings.cacheBytes),
      metrics: this.#metrics,
      playground: new PlaygroundProxy(settings.playgroundProxy, ({ site, request }) => {
        const client = clientNetwork(request, settings.services.clientAddressHeader);
        return settings.sites.length === 1 ? [client] : [`site ${site}`, client];
      }),
      ...services,
      newId: makeId,
      atPoint: atPoint ?? ((): void => undefined),
    };
    this.#sites = settings.sites.map((site) => new Site(site, shared));
    const { adminToken: token } = settings;
    const isPublic = settings.adminPort === undefined;
    this.#admin = { sites: this.#sites, metrics: this.#metrics, token, isPublic, isStopping: () => this.#stopping };
  }

  async start(): Promise<void> {
    const { port, adminPort, adminPath, h2cPort } = this.#settings;
    const isShared = adminPort === undefined;
    const observed = { observer: this.#observer, nowMs: this.#nowMs };
    const { dataDir } = this.#settings;
    const admit = await createAdmission(this.#sites, { dataDir, nowMs: this.#nowMs, log: this.#log });
    const listener = containSiteRequests(
      createSiteListener({
        ...observed,
        isStopping: () => this.#stopping,
        find: findSite(this.#sites),
        networkOf: (request) => clientNetwork(request, this.#settings.services.clientAddressHeader),
        answerOwn: isShared ? this.#answerAdmin : undefined,
        admit,
      }),
      observed,
    );
    this.address = await this.#servers.listen(port, listener);
    this.adminAddress = isShared ? this.address : await this.#servers.listen(adminPort, this.#adminListener());
    this.adminAddress += adminPath;
    if (h2cPort !== undefined) this.h2cAddress = await this.#servers.listenHttp2(h2cPort, listener);
    // `address` is for this machine. The network interface determines whether other machines can reach the host.
    const { address: listensOn } = this.#settings;
    this.#log.info({ listensOn, address: this.address, adminAddress: this.adminAddress }, 'listening');
    if (this.#settings.reloadOnSighup) process.on('SIGHUP', this.#reloadAll);
    await Promise.all(this.#sites.map((site) => site.start()));
  }

  /** Handles SIGHUP: every site that has a link fetches it again. Outcomes are in the log. */
  readonly #reloadAll = (): void => {
    for (const site of this.#sites) {
      if (site.settings.staticExport.bundleUrl !== '') void site.reload().catch(() => undefined);
    }
  };

  isReady(): boolean {
    return this.#sites.every((site) => site.isReady);
  }

  reload(bundleUrl?: string, site?: string): Promise<UpdateOutcome> {
    return this.#site(site).reload(bundleUrl);
  }
  versions(site?: string): Promise<VersionSummary[]> {
    return this.#site(site).list();
  }
  activate(version: string, site?: string): Promise<VersionSummary> {
    return this.#site(site).activate(version);
  }
  rollback(site?: string): Promise<VersionSummary> {
    return this.#site(site).rollback();
  }
  async follow(): Promise<void> {
    await Promise.all(this.#sites.map((site) => site.follow()));
  }

  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    process.off('SIGHUP', this.#reloadAll);
    await this.#servers.stop();
    await Promise.all(this.#sites.map((site) => site.stop()));
    this.#accessLog.flush();
  }

  #site(name: string | undefined): Site {
    const site = name === undefined ? this.#sites[0] : this.#sites.find(({ settings }) => settings.name === name);
    if (site === undefined) throw new HostError('setting-invalid', `the site "${name ?? ''}" does not exist`);
    return site;
  }

  readonly #observer = {
    answered: (exchange: Exchange, status: number, bodyBytes: number): void => {
      this.#metrics.countAnswer(status, bodyBytes);
      this.#accessLog.add(exchange, status, bodyBytes);
    },
    failed: (exchange: Exchange, error: unknown): void => {
      this.#log.error({ site: exchange.site, path: pathOf(exchange), ...describeError(error) }, 'a response failed');
    },
  };

  /** Answers requests for health, metrics and administration. Returns true if the path is one of these. */
  readonly #answerAdmin = (pathname: string, exchange: HttpExchange): boolean => {
    const { adminPath } = this.#settings;
    return pathname.startsWith(adminPath) && answerAdmin(pathname.slice(adminPath.length), exchange, this.#admin);
  };

  #adminListener(): RequestListener {
    const onRequest: RequestListener = (request, response) => {
      const exchange = new HttpExchange(request, response, this.#observer, this.#nowMs());
      const pathname = pathOf(exchange);
      if (!this.#answerAdmin(pathname, exchange)) sendText(exchange, 404, 'Not found\n');
    };
    const observed = { observer: this.#observer, nowMs: this.#nowMs };
    return containSiteRequests(onRequest, observed);
  }
}

/** The path without its query, which can contain link tokens and readers' questions. */
const pathOf = ({ request }: Exchange): string => splitTarget(request.url ?? '').pathname;
