/**
 * A site's services in addition to its files: search, the assistant, MCP. Shared by live sites and `docwright host`.
 *
 * 1. A version of an air-gapped site has none of them: their paths are unknown.
 * 2. Search and the assistant are for the site's own pages and for programs: other sites' pages are rejected.
 * 3. Every failure has a documented status; the site's pages keep working.
 */
import { audienceKeyOf, clientNetwork, securityHeaders, sendJson, UseWindows } from '@docwright/site-server';
import type { HttpExchange, SiteService, SiteSource } from '@docwright/site-server';
import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import type { Meaning } from '../meaning/site-meaning.ts';
import { answerSearch } from './answer-search.ts';
import type { AssistantBackend, StartedAnswer } from './assistant-backend.ts';
import { LocalBackend, type BackendDeps } from './local-backend.ts';
import { parseMessage, parseRating } from './parse-message.ts';
import { readJsonBody } from './read-body.ts';
import { OpenKnowledge } from './open-knowledge.ts';
import { mayCount, requireOwnOrigin, requireOwnPage } from './requester.ts';
import { requireUse } from './require-use.ts';
import { ServiceError } from './service-error.ts';
import { serverCard } from './server-card.ts';
import type { TurnKeeper } from './turn-keeper.ts';
import type { ServiceMode, SiteServiceSettings } from './service-settings.ts';
import { toUiMessageStream, toWholeAnswer } from './ui-message-stream.ts';

/** The paths at which programs look for a site's MCP server. */
const cardPaths: ReadonlySet<string> = new Set([
  '/.well-known/mcp',
  '/.well-known/mcp.json',
  '/.well-known/mcp/server-card.json',
]);

type Endpoint = 'search' | 'message' | 'profile' | 'rating' | 'mcp' | 'card';

/**
 * For sites that share the settings of this process: creates the service of each site with the store for its readers'
 * questions.
 */
export function createSiteService(
  settings: SiteServiceSettings,
  deps: BackendDeps,
): (keeper?: TurnKeeper) => SiteService {
  const services = new SiteServices(settings, deps);
  const backend = new LocalBackend(settings, deps);
  return (keeper) => services.of(backend.of(keeper), settings.meaning);
}

/** Settings shared by the sites of one process. */
type ServicesSettings = Omit<SiteServiceSettings, 'model' | 'meaning'>;

/** The services of many sites in one process, each with its own backend. */
export class SiteServices {
  readonly #settings: ServicesSettings;
  readonly #deps: Omit<BackendDeps, 'newId'>;
  readonly #open: OpenKnowledge;
  readonly #searches: UseWindows;

  constructor(settings: ServicesSettings, deps: Omit<BackendDeps, 'newId'>, open = new OpenKnowledge()) {
    this.#open = open;
    this.#settings = settings;
    this.#deps = deps;
    this.#searches = new UseWindows([{ uses: settings.searchesPerMinute, windowMs: 60_000 }], deps.nowMs);
  }

  /** @param meaning for sites with search by meaning */
  of(backend: AssistantBackend, meaning?: Meaning): SiteService {
    return {
      has: (pathname, source) => this.#endpoint(pathname, source) !== undefined,
      // Clients sign in at the MCP server only if it rejects them.
      isPublic: (pathname, source) => !['mcp', undefined].includes(this.#endpoint(pathname, source)),
      answer: (pathname, query, exchange, source) => {
        const endpoint = this.#endpoint(pathname, source);
        if (endpoint === undefined) return false;
        void this.#answer({ endpoint, query, exchange, source, backend, meaning });
        return true;
      },
    };
  }

  #endpoint(pathname: string, source: SiteSource): Endpoint | undefined {
    const { basePath, kind, features } = source;
    if (kind === 'air-gapped') return undefined; // 1
    const isOn = (mode: ServiceMode, feature: 'search' | 'assistant'): boolean =>
      mode === 'on' || (mode === 'bundle' && features[feature]);
    const { search, assistant, mcp } = this.#settings;
    const inside = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    // Programs look for the card at the root of a host, but a proxy in front of a base path may forward only the paths
    // below that path.
    if (cardPaths.has(inside)) return isOn(mcp, 'search') ? 'card' : undefined;
    if (!pathname.startsWith(`${basePath}/`)) return undefined;
    switch (inside) {
      case '/_docwright/search':
        return isOn(search, 'search') ? 'search' : undefined;
      case '/_docwright/assistant/message':
        return isOn(assistant, 'assistant') ? 'message' : undefined;
      case '/_docwright/assistant':
        return isOn(assistant, 'assistant') ? 'profile' : undefined;
      case '/_docwright/assistant/rating':
        return isOn(assistant, 'assistant') ? 'rating' : undefined;
      case '/mcp':
        return isOn(mcp, 'search') ? 'mcp' : undefined;
      default:
        return undefined;
    }
  }

  async #answer({ endpoint, query, exchange, source, backend, meaning }: Asked): Promise<void> {
    source.hold();
    try {
      const knowledge = this.#open.of(source, meaning);
      const address = clientNetwork(exchange.request, this.#settings.clientAddressHeader);
      if (endpoint === 'message') await answerMessage(exchange, { backend, knowledge, address });
      else if (endpoint === 'profile' || endpoint === 'rating') {
        requireOwnPage(exchange.request); // 2
        requireUse(this.#searches, address);
        await (endpoint === 'profile' ? answerProfile(exchange, backend) : answerRating(exchange, backend));
      } else if (endpoint === 'card') sendJson(exchange, 200, await serverCard(knowledge));
      else if (endpoint === 'mcp') {
        requireOwnOrigin(exchange.request);
        requireUse(this.#searches, address);
        // Loaded on demand, because the protocol needs 240 modules.
        const { answerMcp } = await import('./answer-mcp.ts');
        await answerMcp(exchange, knowledge, {
          name: 'docs',
          title: await knowledge.siteName(),
          version: knowledge.id,
        });
      } else {
        requireOwnPage(exchange.request); // 2
        requireUse(this.#searches, address);
        await answerSearch(exchange, query, knowledge);
      }
    } catch (error) {
      this.#refuse(exchange, error); // 3
    } finally {
      await source.release();
    }
  }

  #refuse(exchange: HttpExchange, error: unknown): void {
    const { response, request } = exchange;
    if (!(error instanceof ServiceError)) this.#deps.onError(error);
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { code, message, status, retryAfterSeconds } =
      error instanceof ServiceError
        ? error
        : new ServiceError('site-unavailable', "this can't be answered right now", 5);
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
    // The rest of the request's body isn't read.
    if (request.httpVersionMajor === 1 && !request.readableEnded) response.setHeader('Connection', 'close');
    sendJson(exchange, status, { error: message, code });
  }
}

interface Asked {
  readonly endpoint: Endpoint;
  readonly query: string;
  readonly exchange: HttpExchange;
  readonly source: SiteSource;
  readonly backend: AssistantBackend;
  readonly meaning: Meaning | undefined;
}

async function answerMessage(
  exchange: HttpExchange,
  {
    backend,
    knowledge,
    address,
  }: { readonly backend: AssistantBackend; readonly knowledge: SiteKnowledge; readonly address: string },
): Promise<void> {
  const { request } = exchange;
  if (request.method !== 'POST') throw new ServiceError('method-not-allowed', 'send POST with `messages`');
  requireOwnPage(request); // 2
  const message = parseMessage(await readJsonBody(request));
  const signal = signalOfEnd(exchange);
  const audience = audienceKeyOf(exchange.audience);
  const answer = await backend.ask({
    message,
    knowledge,
    audience,
    address,
    isCounted: mayCount(request),
    signal: signal,
  });
  if (message.responseType === 'text') await sendWhole(exchange, answer, signal);
  else await sendStream(exchange, answer, signal);
}

async function answerProfile(exchange: HttpExchange, backend: AssistantBackend): Promise<void> {
  const { method } = exchange.request;
  if (method !== 'GET' && method !== 'HEAD') throw new ServiceError('method-not-allowed', 'send GET');
  sendJson(exchange, 200, await backend.profile());
}

async function answerRating(exchange: HttpExchange, backend: AssistantBackend): Promise<void> {
  const { request } = exchange;
  if (request.method !== 'POST') throw new ServiceError('method-not-allowed', 'send POST with `rating`');
  const isKept = await backend.rate(parseRating(await readJsonBody(request)), audienceKeyOf(exchange.audience));
  if (!isKept) throw new ServiceError('answer-not-found', 'this answer is not stored in the thread');
  sendJson(exchange, 200, {});
}

const streamHead = [
  'Content-Type',
  'text/event-stream',
  'Cache-Control',
  'no-store',
  'X-Vercel-AI-UI-Message-Stream',
  'v1',
  'X-Accel-Buffering',
  'no',
];

async function sendStream(exchange: HttpExchange, answer: StartedAnswer, signal: AbortSignal): Promise<void> {
  const { response } = exchange;
  response.writeHead(200, [...streamHead, 'X-Thread-Id', answer.threadId, ...securityHeaders]);
  let bytes = 0;
  for await (const chunk of toUiMessageStream(answer.events, answer)) {
    if (signal.aborted) break;
    bytes += Buffer.byteLength(chunk);
    // Waits for a slow reader: pending data is stored once, in the recording.
    if (!response.write(chunk)) await drained(response, signal);
  }
  response.end();
  exchange.sent(200, bytes);
}

async function sendWhole(exchange: HttpExchange, started: StartedAnswer, signal: AbortSignal): Promise<void> {
  const { threadId, messageId, events } = started;
  const answer = await toWholeAnswer(events, { threadId, messageId });
  if (signal.aborted) return;
  exchange.response.setHeader('X-Thread-Id', threadId);
  sendJson(exchange, 200, answer);
}

function signalOfEnd({ response }: HttpExchange): AbortSignal {
  const end = new AbortController();
  response.once('close', () => end.abort());
  if (response.destroyed) end.abort();
  return end.signal;
}

function drained(response: HttpExchange['response'], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve);
  signal.addEventListener('abort', () => resolve());
  return promise;
}
