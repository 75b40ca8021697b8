import { randomUUID } from 'node:crypto';
import type { AssistantSettings, SendAssistantMessageBody } from '@docwright/contract';
import {
  parseMessage,
  runTurn,
  ServiceError,
  type AssistantMessage,
  type MessageIds,
  type SiteKnowledge,
  type TurnEvent,
  type TurnLimits,
} from '@docwright/site-assistant';
import type { LanguageModel } from 'ai';
import type { Database } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { findOwnSite, siteUnreadable, type LiveKnowledge, type LiveSite } from '../discovery/index.ts';
import type { RateLimitTables } from '../rate-limits/index.ts';
import { claimAnswer, requireClaim, type Claim, type ClaimDeps } from './claim-answer.ts';
import { findAssistantSettings } from './assistant-settings.ts';
import { assistantDisabled, assistantOff, invalidMessage } from './errors.ts';
import { keepAnswer } from './keep-answer.ts';
import { addressLimit, messageLimit, takeOfAddress, type MessageLimitDeps } from './limits.ts';
import type { SettingsTables } from './save-settings.ts';
import { releaseMessage, type AssistantMessageTables } from './store.ts';
import { withFallback } from './with-fallback.ts';

export interface AssistantDeps extends MessageLimitDeps, ClaimDeps {
  readonly database: Database<AssistantMessageTables & RateLimitTables & SettingsTables>;
  readonly findSite: (domain: string) => Promise<LiveSite | undefined>;
  readonly knowledge: LiveKnowledge;
  /** The project's own; undefined where it has none. */
  readonly openModel: (site: LiveSite) => Promise<LanguageModel | undefined>;
  readonly turnLimits: TurnLimits;
  readonly log: Logger;
}

export interface Question {
  readonly principal: Principal;
  readonly domain: string;
  readonly body: SendAssistantMessageBody;
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal;
}

export interface BegunAnswer extends MessageIds {
  readonly events: AsyncIterable<TurnEvent>;
}

/** A reader whose connection broke finds the answer going on; one who can't come back to it leaves it at once. */
const graceMs = 10_000;

/**
 * Gives the answer as it begins: what is refused, and a site that can't be read, is known by then.
 * @throws ApiError
 */
export async function askAssistant(deps: AssistantDeps, question: Question): Promise<BegunAnswer> {
  const { principal, body, signal } = question;
  const message = readMessage(body);
  await takeOfAddress(deps, principal, addressLimit);
  const found = await findAssistant(deps, question).catch(async (error: unknown) => {
    // What finds nothing is counted too: else one could try names for ever.
    await deps.limits.take(messageLimit, principal.organizationId);
    throw error;
  });
  const { threadId = randomUUID() } = message;
  const visitor = found.settings.retentionDays === 0 ? undefined : body.fp;
  const thread = { projectId: found.site.projectId, principal, visitor, threadId };
  const claimed = await claimAnswer(deps, { ...thread, message, signal });
  const ids = { threadId, messageId: claimed.answerId };
  if (claimed.kind === 'known') return { ...ids, events: claimed.events };
  return { ...ids, events: await makeAnswer(deps, question, { ...claimed, ...found, message }) };
}

interface FoundAssistant {
  readonly site: LiveSite;
  readonly knowledge: SiteKnowledge;
  readonly settings: AssistantSettings;
}

interface Answerable extends FoundAssistant {
  readonly message: AssistantMessage;
  readonly answerId: string;
  readonly claim: Claim | undefined;
}

async function makeAnswer(
  deps: AssistantDeps,
  { principal, domain, signal }: Question,
  asked: Answerable,
): Promise<AsyncIterable<TurnEvent>> {
  const { database, log } = deps;
  const { site, answerId, claim } = asked;
  const broken: unknown[] = [];
  const run = (stopped: AbortSignal): AsyncIterable<TurnEvent> => {
    const events = beginTurn(deps, asked, stopped);
    return claim === undefined ? events : keepAnswer({ db: database.kysely, log }, claim, events);
  };
  const onError = (err: unknown): void => {
    broken.push(err);
    log.warn({ err, site: site.projectId }, 'an answer of the assistant ended early');
  };
  const begin = async () => {
    deps.turns.requireRoom();
    await deps.limits.take(messageLimit, principal.organizationId);
    if (claim !== undefined) await requireClaim(deps, claim);
    return deps.turns.start({ answerId, run, graceMs: claim === undefined ? 0 : graceMs, onError });
  };
  const recording = await begin().catch(async (error: unknown) => {
    if (claim !== undefined) await releaseMessage(database.kysely, claim);
    throw error;
  });
  const events = recording.read(signal);
  const first = await events.next();
  if (first.done === true && broken.length > 0) {
    deps.knowledge.forget(site.deploymentId);
    throw siteUnreadable(domain, broken[0]);
  }
  return first.done === true ? events : startingWith(first.value, events);
}

function readMessage(body: SendAssistantMessageBody): AssistantMessage {
  try {
    return parseMessage(body);
  } catch (error) {
    if (error instanceof ServiceError) throw invalidMessage(error.message, error);
    throw error;
  }
}

/** @throws ApiError not_found, assistant_off, site_unreadable */
async function findAssistant(
  { database, findSite, knowledge: all }: AssistantDeps,
  { principal, domain }: Question,
): Promise<FoundAssistant> {
  const site = await findOwnSite(findSite, { principal, domain });
  const settings = await findAssistantSettings(database.kysely, site);
  if (!settings.enabled) throw assistantDisabled(domain);
  const { knowledge, hasAssistant } = await all.of(site).catch((error: unknown) => {
    throw siteUnreadable(domain, error);
  });
  if (!hasAssistant) throw assistantOff(domain);
  return { site, knowledge, settings };
}

async function* beginTurn(
  { openModel, turnLimits, log }: AssistantDeps,
  { message, site, knowledge, settings }: Answerable,
  stopped: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const request = {
    ...message,
    knowledge,
    language: message.filter.language ?? 'en',
    siteName: await knowledge.siteName(),
    instructions: settings.instructions,
    limits: turnLimits,
    signal: stopped,
    onError: (err: unknown) => {
      log.warn({ err, site: site.projectId }, 'the assistant’s model failed');
      return undefined;
    },
  };
  // Keys that can't be opened at the moment are a model that fails: passages answer.
  const model = settings.model === 'project' ? await openModel(site).catch(request.onError) : undefined;
  yield* withFallback(runTurn(request, model), settings.fallback);
}

async function* startingWith(first: TurnEvent, rest: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
  yield first;
  yield* rest;
}
