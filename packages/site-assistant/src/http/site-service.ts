/**
 * What a site answers besides its files: search, the assistant, MCP. One piece of code for live sites and `docwright host`.
 *
 * 1. A version of an air-gapped site has none of it: each path is as unknown as any other.
 * 2. Search and the assistant are for the site's own pages and for programs: other sites' pages are refused.
 * 3. Whatever goes wrong is answered with a documented status; the site's pages go on.
 */
import { createHash } from 'node:crypto';
import { securityHeaders, sendJson } from '@docwright/site-server';
import type { HttpExchange, SiteService, SiteSource } from '@docwright/site-server';
import { openSiteKnowledge } from '../knowledge/open-site-knowledge.ts';
import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { runTurn } from '../turn/run-turn.ts';
import { AddressLimits } from './address-limits.ts';
import { answerMcp } from './answer-mcp.ts';
import { AnswerRecording, KeptAnswers } from './answer-recording.ts';
import { answerSearch } from './answer-search.ts';
import { parseMessage, type AssistantMessage } from './parse-message.ts';
import { readJsonBody } from './read-body.ts';
import { clientAddress, requireOwnPage, requireOwnOrigin } from './requester.ts';
import { ServiceError } from './service-error.ts';
import { serverCard } from './server-card.ts';
import type { ServiceMode, SiteServiceSettings } from './service-settings.ts';
import { toUiMessageStream, toWholeAnswer, type MessageIds } from './ui-message-stream.ts';

export interface SiteServiceDeps {
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Of what a reader is only told that it failed. */
  readonly onError: (error: unknown) => void;
}

type Endpoint = 'search' | 'message' | 'mcp' | 'card';

/** Versions whose indexes are held; the one that was asked longest ago goes first. */
const MAX_OPEN = 64;
const GRACE_MS = 10_000;

export function createSiteService(settings: SiteServiceSettings, deps: SiteServiceDeps): SiteService {
  return new AssistantService(settings, deps);
}

class AssistantService implements SiteService {
  readonly #settings: SiteServiceSettings;
  readonly #deps: SiteServiceDeps;
  readonly #open = new Map<SiteSource, SiteKnowledge>();
  readonly #kept: KeptAnswers;
  readonly #messages: AddressLimits;
  readonly #searches: AddressLimits;
  #running = 0;

  constructor(settings: SiteServiceSettings, deps: SiteServiceDeps) {
    const { nowMs } = deps;
    const minute = 60_000;
    this.#settings = settings;
    this.#deps = deps;
    this.#kept = new KeptAnswers(nowMs);
    this.#messages = new AddressLimits(
      [
        { uses: settings.messagesPerMinute, windowMs: minute },
        { uses: settings.messagesPerDay, windowMs: 24 * 60 * minute },
      ],
      nowMs,
    );
    this.#searches = new AddressLimits([{ uses: settings.searchesPerMinute, windowMs: minute }], nowMs);
  }

  has(pathname: string, source: SiteSource): boolean {
    return this.#endpoint(pathname, source) !== undefined;
  }

  answer(pathname: string, query: string, exchange: HttpExchange, source: SiteSource): boolean {
    const endpoint = this.#endpoint(pathname, source);
    if (endpoint === undefined) return false;
    void this.#answer(endpoint, query, exchange, source);
    return true;
  }

  #endpoint(pathname: string, source: SiteSource): Endpoint | undefined {
    const { basePath, kind, features } = source;
    if (kind === 'air-gapped') return undefined; // 1
    const isOn = (mode: ServiceMode, feature: 'search' | 'assistant'): boolean =>
      mode === 'on' || (mode === 'bundle' && features[feature]);
    const { search, assistant, mcp } = this.#settings;
    if (pathname === '/.well-known/mcp.json' || pathname === '/.well-known/mcp/server-card.json')
      return isOn(mcp, 'search') ? 'card' : undefined;
    if (!pathname.startsWith(`${basePath}/`)) return undefined;
    switch (pathname.slice(basePath.length)) {
      case '/_docwright/search':
        return isOn(search, 'search') ? 'search' : undefined;
      case '/_docwright/assistant/message':
        return isOn(assistant, 'assistant') ? 'message' : undefined;
      case '/mcp':
        return isOn(mcp, 'search') ? 'mcp' : undefined;
      default:
        return undefined;
    }
  }

  async #answer(endpoint: Endpoint, query: string, exchange: HttpExchange, source: SiteSource): Promise<void> {
    source.hold();
    try {
      const knowledge = this.#knowledge(source);
      const address = clientAddress(exchange.request, this.#settings.clientAddressHeader);
      if (endpoint === 'message') await this.#answerMessage(exchange, knowledge, address);
      else if (endpoint === 'card') sendJson(exchange, 200, await serverCard(knowledge));
      else if (endpoint === 'mcp') {
        requireOwnOrigin(exchange.request);
        this.#searches.take(address);
        await answerMcp(exchange, knowledge, {
          name: 'docs',
          title: await knowledge.siteName(),
          version: knowledge.id,
        });
      } else {
        requireOwnPage(exchange.request); // 2
        this.#searches.take(address);
        await answerSearch(exchange, query, knowledge);
      }
    } catch (error) {
      this.#refuse(exchange, error); // 3
    } finally {
      await source.release();
    }
  }

  #knowledge(source: SiteSource): SiteKnowledge {
    const known = this.#open.get(source) ?? openSiteKnowledge(source);
    this.#open.delete(source);
    this.#open.set(source, known);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size > MAX_OPEN) this.#open.delete(oldest);
    return known;
  }

  async #answerMessage(exchange: HttpExchange, knowledge: SiteKnowledge, address: string): Promise<void> {
    const { request } = exchange;
    if (request.method !== 'POST') throw new ServiceError('method-not-allowed', 'send POST with `messages`');
    requireOwnPage(request); // 2
    const message = parseMessage(await readJsonBody(request));
    const ids = { threadId: message.threadId ?? this.#deps.newId(), messageId: this.#deps.newId() };
    const recording = this.#recordingOf(message, knowledge, address);
    if (message.responseType === 'text') await sendWhole(exchange, recording, ids);
    else await sendStream(exchange, recording, ids);
  }

  /** The same message gets the same answer, and is counted once. */
  #recordingOf(message: AssistantMessage, knowledge: SiteKnowledge, address: string): AnswerRecording {
    const { threadId, messageId, isRegenerated, history, question } = message;
    const canReplay = threadId !== undefined && messageId !== undefined;
    // With what was asked: who knows the ids alone gets nobody's answer.
    const asked = JSON.stringify([knowledge.id, threadId, messageId, history, question]);
    const key = createHash('sha256').update(asked).digest('base64');
    const known = canReplay && !isRegenerated ? this.#kept.find(key) : undefined;
    if (known !== undefined) return known;
    const { maxConcurrent, model, turn: limits, instructions } = this.#settings;
    if (this.#running >= maxConcurrent)
      throw new ServiceError('assistant-busy', `${this.#running} answers are being made already; try again`, 1);
    this.#messages.take(address);
    const recording = new AnswerRecording(GRACE_MS);
    if (canReplay) this.#kept.keep(key, recording);
    this.#running += 1;
    const { language = message.filter.language ?? 'en', ...given } = message;
    const { onError } = this.#deps;
    const turn = async function* (signal: AbortSignal) {
      const siteName = await knowledge.siteName();
      yield* runTurn({ ...given, knowledge, language, siteName, instructions, limits, signal, onError }, model);
    };
    void recording.run(turn, onError).finally(() => (this.#running -= 1));
    return recording;
  }

  #refuse(exchange: HttpExchange, error: unknown): void {
    const { response, request } = exchange;
    if (!(error instanceof ServiceError)) this.#deps.onError(error);
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { code, message, status, retryAfterSeconds } =
      error instanceof ServiceError
        ? error
        : new ServiceError('site-unavailable', 'this cannot be answered at the moment', 5);
    if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
    // What is left of the request's body is not read.
    if (request.httpVersionMajor === 1 && !request.readableEnded) response.setHeader('Connection', 'close');
    sendJson(exchange, status, { error: message, code });
  }
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

async function sendStream(exchange: HttpExchange, recording: AnswerRecording, ids: MessageIds): Promise<void> {
  const { response } = exchange;
  response.writeHead(200, [...streamHead, 'X-Thread-Id', ids.threadId, ...securityHeaders]);
  const gone = signalOfEnd(exchange);
  let bytes = 0;
  for await (const chunk of toUiMessageStream(recording.read(gone), ids)) {
    if (gone.aborted) break;
    bytes += Buffer.byteLength(chunk);
    // A slow reader is waited for: what it hasn't taken is held once, in the recording.
    if (!response.write(chunk)) await drained(response, gone);
  }
  response.end();
  exchange.sent(200, bytes);
}

async function sendWhole(exchange: HttpExchange, recording: AnswerRecording, ids: MessageIds): Promise<void> {
  const gone = signalOfEnd(exchange);
  const answer = await toWholeAnswer(recording.read(gone), ids);
  if (gone.aborted) return;
  exchange.response.setHeader('X-Thread-Id', ids.threadId);
  sendJson(exchange, 200, answer);
}

function signalOfEnd({ response }: HttpExchange): AbortSignal {
  const end = new AbortController();
  response.once('close', () => end.abort());
  return end.signal;
}

function drained(response: HttpExchange['response'], gone: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve);
  gone.addEventListener('abort', () => resolve());
  return promise;
}
