import {
  BodyCache,
  containSiteRequests,
  DiskCache,
  ListeningServers,
  networkOfAddress,
  PlaygroundProxy,
  SharedReads,
  splitTarget,
  type ConnectionBounds,
  type Exchange,
} from '@docwright/site-server';
import {
  defaultServiceSettings,
  defaultTurnLimits,
  SiteServices,
  type AssistantBackend,
  type Meaning,
} from '@docwright/site-assistant';
import type { BlobStore } from '../../../platform/blob-store/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database, NotificationHub } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { PreviewAccess } from '@docwright/contract';
import type { PasswordHasher } from '../../identity/accounts/index.ts';
import { createSiteReports, type FeedbackTables } from '../analytics/index.ts';
import type { PublishEvent } from '../../project-config/webhooks/index.ts';
import {
  type FoundSite,
  selectFormer,
  selectServedSite,
  type SitesAddress,
  toDomainUrl,
  updateOpened,
} from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import { createAdmitReader } from './admit-reader.ts';
import { createAnswerChallenge, type ChallengeQuestion, type OpenChallenge } from './answer-challenge.ts';
import { createTrustProxies, readerAddress } from './trust-proxies.ts';
import type { KeyAndChain } from './certificate-contexts.ts';
import { noAccess, type EdgeAccess } from './edge-access.ts';
import { createEdgeListener } from './edge-listeners.ts';
import { followChanges } from './follow-changes.ts';
import { createGatePorts } from './gate-ports.ts';
import { createMayHaveCertificate } from './may-have-certificate.ts';
import { createNoteOpening } from './note-openings.ts';
import { openBlobReads, openBlobSource } from './open-blob-source.ts';
import { redirectDomain } from './redirect-domain.ts';
import { readSiteName } from './site-names.ts';
import { SiteTable } from './site-table.ts';
import { openEdgeTls, type EdgeTls, type EdgeTlsSettings } from './start-tls.ts';

export interface EdgeSettings {
  /** Returns the port, or 0 for any free port; called when the edge is ready to listen. */
  readonly takePort: () => Promise<number>;
  readonly host: string;
  readonly sites: SitesAddress;
  /** Proxies whose `X-Forwarded-…` headers are trusted: addresses, networks, `loopback`. */
  readonly trustedProxies: readonly string[];
  /** The limits of each port. */
  readonly connections: ConnectionBounds;
  /** Applies to previews whose project has not chosen a setting. */
  readonly defaultAccess: PreviewAccess;
  /** Address of the service, without a trailing slash, where members sign in. */
  readonly dashboardUrl: string;
  readonly cacheBytes: number;
  /** Memory for the indexes of requested sites. */
  readonly indexBytes: number;
  /** Folder for cached bundle files. It can't be shared with another process. */
  readonly cacheFolder: string;
  /** 0 disables the cache. */
  readonly diskCacheBytes: number;
  readonly shutdownMs: number;
  /** `undefined` if a proxy terminates TLS. */
  readonly tls: EdgeTlsSettings | undefined;
}

/** Certificates of projects' domains, issued to this installation. */
export interface EdgeCertificates {
  readonly find: (domain: string) => Promise<KeyAndChain | undefined>;
  readonly findChallenge: (question: ChallengeQuestion) => Promise<string | undefined>;
  readonly listChallenges: () => Promise<readonly OpenChallenge[]>;
}

export interface EdgeDeps {
  readonly database: Database<AccessTables & FeedbackTables>;
  readonly notifications: NotificationHub;
  readonly blobs: BlobStore;
  readonly linkSecrets: readonly [string, ...string[]];
  readonly passwords: PasswordHasher;
  /** The access modes of production sites. If omitted, all sites are public. */
  readonly access?: EdgeAccess | undefined;
  /** `undefined` if the installation orders no certificates. */
  readonly certificates: EdgeCertificates | undefined;
  /** Answers questions from a site's readers. */
  readonly deskOf: (site: FoundSite) => AssistantBackend;
  /** Compares text by meaning in searches of the site. */
  readonly meaningOf?: (site: FoundSite) => Meaning;
  /** Reports feedback from readers to webhooks. */
  readonly publishEvent: PublishEvent;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RunningEdge {
  /** `http://127.0.0.1:4401` */
  readonly address: string;
  /** `https://127.0.0.1:4402`, with TLS at the edge. */
  readonly tlsAddress: string | undefined;
  stop(): Promise<void>;
}

/** Limits for requests that playgrounds send to public servers through the edge. */
const playgroundSettings = {
  enabled: true,
  allowedPrivateHosts: [],
  timeoutMs: 30_000,
  maxRequestBytes: 1_000_000,
  maxResponseBytes: 5_000_000,
  maxConcurrent: 50,
};

/** Time limit for receiving a request, including its body. */
const requestMs = 30_000;

/** Serves sites to readers by host name, from the blob store. */
export async function startEdge(settings: EdgeSettings, deps: EdgeDeps): Promise<RunningEdge> {
  const { database, clock, log, access = noAccess } = deps;
  const nowMs = (): number => clock.now();
  const { cacheFolder: folder, diskCacheBytes: maxBytes } = settings;
  const pieces = maxBytes === 0 ? new SharedReads() : await DiskCache.open({ folder, maxBytes, nowMs });
  const services = new SiteServices(
    { ...defaultServiceSettings, turn: defaultTurnLimits, clientAddressHeader: 'x-forwarded-for' },
    { nowMs, onError: (err) => log.warn({ err }, 'a search, an answer or an MCP call failed') },
  );
  const reads = openBlobReads();
  const table = new SiteTable({
    find: (host) => findSite({ database, access }, settings.sites, host),
    openSource: (bundle) => openBlobSource({ blobs: deps.blobs, cache: pieces, reads }, bundle),
    findFormer: (environmentId, since) => selectFormer(database.kysely, environmentId, since),
    maxIndexBytes: settings.indexBytes,
    cache: new BodyCache(settings.cacheBytes),
    playground: new PlaygroundProxy(playgroundSettings, ({ site, request }) => [
      `site ${site}`,
      networkOfAddress(readerAddress(request)),
    ]),
    serviceOf: (found) => services.of(deps.deskOf(found), deps.meaningOf?.(found)),
    nowMs,
    log,
  });
  const state = { isReady: false, isStopping: false };
  const observer = {
    answered: (): void => undefined,
    failed: (exchange: Exchange, error: unknown): void =>
      log.error({ site: exchange.site, path: pathOf(exchange), err: error }, 'a response failed'),
  };
  const tls = await openTls(settings, deps);
  const listener = createEdgeListener({
    table,
    observer,
    nowMs,
    isStopping: () => state.isStopping,
    isReady: () => state.isReady && !state.isStopping,
    admit: createAdmitReader(createGatePorts({ ...deps, access, dashboardUrl: settings.dashboardUrl }), settings),
    noteOpening: createNoteOpening({ write: (id) => updateOpened(database.kysely, id), nowMs }),
    sites: settings.sites,
    trustProxies: createTrustProxies(settings.trustedProxies),
    mayHaveCertificate: createMayHaveCertificate({
      sitesDomain: settings.sites.domain,
      isSite: async (asked) => (await selectServedSite(database.kysely, asked)) !== undefined,
      nowMs,
    }),
    tls,
    hstsSeconds: settings.tls?.hstsSeconds ?? 0,
    answerChallenge: deps.certificates && createChallenges(deps.certificates, nowMs),
    reports: createSiteReports({ database, publishEvent: deps.publishEvent, clock, log }),
  });
  const onReady = (): void => void (state.isReady = true);
  const stopFollowing = await followChanges({ database, notifications: deps.notifications, table, log, onReady });
  const servers = new ListeningServers({
    address: settings.host,
    maxConnections: settings.connections.total,
    connectionsPerAddress: settings.connections.perAddress,
    trustedProxies: settings.trustedProxies,
    requestMs,
    shutdownMs: settings.shutdownMs,
    onFault: (err) => log.error({ err }, 'a connection failed'),
  });
  const contained = containSiteRequests(listener, { observer, nowMs });
  const address = await servers.listen(await settings.takePort(), contained);
  const tlsAddress = await tls?.listen(servers, contained);
  log.info({ address, tlsAddress }, 'edge is ready');
  return {
    address,
    tlsAddress,
    stop: async () => {
      state.isStopping = true;
      await stopFollowing();
      await servers.stop();
      tls?.close();
    },
  };
}

/** Returns the path without the query, because links to previews contain their token in the query. */
const pathOf = ({ request }: Exchange): string => splitTarget(request.url ?? '').pathname;

const createChallenges = ({ findChallenge: find, listChallenges: listOpen }: EdgeCertificates, nowMs: () => number) =>
  createAnswerChallenge({ find, listOpen, nowMs });

async function openTls(
  { tls, sites }: EdgeSettings,
  { certificates, clock, log }: EdgeDeps,
): Promise<EdgeTls | undefined> {
  const find = certificates?.find ?? (() => Promise.resolve(undefined));
  return tls && openEdgeTls(tls, { sitesDomain: sites.domain, find, nowMs: () => clock.now(), log });
}

async function findSite(
  { database: { kysely }, access }: { readonly database: Database<AccessTables>; readonly access: EdgeAccess },
  sites: SitesAddress,
  host: string,
): Promise<FoundSite | undefined> {
  const asked = readSiteName(host, sites.domain);
  if (asked === undefined) return undefined;
  const found = await selectServedSite(kysely, asked);
  if (found === undefined) return undefined;
  const domain = redirectDomain(asked, found);
  if (domain !== undefined) return { ...found, redirectTo: toDomainUrl(sites, domain) };
  return found.kind === 'preview' ? found : { ...found, access: await access.find(found) };
}
