import { randomUUID } from 'node:crypto';
import type { SendAssistantMessageBody } from '@docwright/contract';
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
import type { Principal } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { findOwnSite, siteUnreadable, type LiveKnowledge, type LiveSite } from '../discovery/index.ts';
import { assistantOff, invalidMessage } from './errors.ts';
import { messageLimit, takeOfAddress, type MessageLimitDeps } from './limits.ts';
import type { RunningTurns } from './running-turns.ts';

export interface AssistantDeps extends MessageLimitDeps {
  readonly findSite: (domain: string) => Promise<LiveSite | undefined>;
  readonly knowledge: LiveKnowledge;
  readonly turns: RunningTurns;
  /** Undefined for `builtin/extracts-1`. */
  readonly modelOf: (site: LiveSite) => LanguageModel | undefined;
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

/**
 * Gives the answer as it begins: what is refused, and a site that can't be read, is known by then.
 * @throws ApiError
 */
export async function askAssistant(deps: AssistantDeps, question: Question): Promise<BegunAnswer> {
  const { principal, domain, body, signal } = question;
  const message = readMessage(body);
  await takeOfAddress(deps, principal);
  // What finds nothing is counted too: else one could try names for ever.
  await deps.limits.take(messageLimit, principal.organizationId);
  const site = await findOwnSite(deps.findSite, { principal, domain });
  const known = await openSite(deps, site, domain);
  if (!known.hasAssistant) throw assistantOff(domain);
  const ids = { threadId: message.threadId ?? randomUUID(), messageId: randomUUID() };
  const broken: unknown[] = [];
  const recording = deps.turns.start(
    (stopped) => beginTurn(deps, { message, site, knowledge: known.knowledge, stopped }),
    (error) => {
      broken.push(error);
      deps.log.warn({ err: error, site: site.projectId }, 'an answer of the assistant ended early');
    },
  );
  const events = recording.read(signal);
  const first = await events.next();
  if (first.done === true && broken.length > 0) {
    deps.knowledge.forget(site.deploymentId);
    throw siteUnreadable(domain, broken[0]);
  }
  return { ...ids, events: first.done === true ? events : startingWith(first.value, events) };
}

function readMessage(body: SendAssistantMessageBody): AssistantMessage {
  try {
    return parseMessage(body);
  } catch (error) {
    if (error instanceof ServiceError) throw invalidMessage(error.message, error);
    throw error;
  }
}

async function openSite({ knowledge }: AssistantDeps, site: LiveSite, domain: string) {
  try {
    return await knowledge.of(site);
  } catch (error) {
    throw siteUnreadable(domain, error);
  }
}

async function* beginTurn(
  { modelOf, turnLimits, log }: AssistantDeps,
  turn: {
    readonly message: AssistantMessage;
    readonly site: LiveSite;
    readonly knowledge: SiteKnowledge;
    readonly stopped: AbortSignal;
  },
): AsyncGenerator<TurnEvent> {
  const { message, site, knowledge, stopped } = turn;
  const request = {
    ...message,
    knowledge,
    language: message.filter.language ?? 'en',
    siteName: await knowledge.siteName(),
    instructions: '',
    limits: turnLimits,
    signal: stopped,
    onError: (err: unknown) => log.warn({ err }, 'the assistant’s model failed'),
  };
  yield* runTurn(request, modelOf(site));
}

async function* startingWith(first: TurnEvent, rest: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
  yield first;
  yield* rest;
}
