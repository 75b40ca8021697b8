import { randomUUID } from 'node:crypto';
import { runTurn } from '@docwright/site-assistant';
import type {
  AssistantMessage,
  StartedAnswer,
  SiteKnowledge,
  TurnEvent,
  TurnLimits,
  TurnRequest,
} from '@docwright/site-assistant';
import type { Owners, UseWindows } from '@docwright/site-server';
import type { LanguageModel } from 'ai';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { ModelBudget } from '../../../platform/models/meter-model.ts';
import type { RateLimitTables } from '../../foundation/rate-limits/index.ts';
import type { StoredSettings } from './assistant-settings.ts';
import { claimAnswer, findAnswer, requireClaim, type Claim, type ClaimDeps } from './claim-answer.ts';
import { keepAnswer } from './keep-answer.ts';
import { messageLimitOf, type MessageLimitDeps } from './limits.ts';
import { openBudget } from './open-budget.ts';
import type { SettingsTables } from './save-settings.ts';
import type { SpendingTables } from './spending-store.ts';
import { releaseMessage, type AssistantMessageTables } from './store.ts';
import type { AskerKind } from './thread-key.ts';
import { toInstructions } from './to-instructions.ts';
import { withFallback } from './with-fallback.ts';

/** The project with the live site that answers. */
export interface AnsweringSite {
  readonly projectId: string;
  readonly organizationId: string;
}

export interface AnswerDeps extends MessageLimitDeps, ClaimDeps {
  readonly database: Database<AssistantMessageTables & RateLimitTables & SettingsTables & SpendingTables>;
  /** Opens the project's own model, with budget and metering; `undefined` if it has no usable model. */
  readonly openModel: (site: AnsweringSite, budget: ModelBudget) => Promise<LanguageModel | undefined>;
  /** Distinguishes the visitors of a day, as 16 bytes in hex. */
  readonly digestOfDay: (projectId: string, address: string) => Promise<string>;
  readonly turnLimits: TurnLimits;
  /** Created by `openStoredBytes`. */
  readonly storedBytes: UseWindows;
  readonly log: Logger;
}

export interface SiteQuestion {
  readonly site: AnsweringSite;
  readonly settings: StoredSettings;
  readonly knowledge: SiteKnowledge;
  readonly message: AssistantMessage;
  readonly kind: AskerKind;
  /** Owner of the thread; `undefined` if nothing is stored. */
  readonly visitor: string | undefined;
  /** Groups of the reader on whose behalf the caller asks. They are part of the thread's name. */
  readonly groups?: readonly string[];
  /** The owner of the daily budget that is charged; contains no address or name. */
  readonly spender: string;
  /**
   * The organization and, unless a server asks on behalf of its readers, the client's network: each has a share of the
   * model's slots.
   */
  readonly owners: Owners;
  /** The client's address, if the reader is counted. */
  readonly countedAddress?: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /**
   * Converts the reason why an answer can't start: if the site can't be read, returns the caller's error; other reasons
   * stay unchanged.
   */
  readonly toRefusal: (cause: unknown) => unknown;
}

/**
 * How long an answer continues without its reader, because a broken connection can be resumed. Answers that can't be
 * resumed stop immediately.
 */
const graceMs = 10_000;

/**
 * Answers each message of a thread only once, no matter how often and by whom it is sent. Refusals and unreadable sites
 * are reported before the answer starts.
 * @throws ApiError
 */
export async function answerQuestion(deps: AnswerDeps, asked: SiteQuestion): Promise<StartedAnswer> {
  const { site, message, kind, signal, settings, groups = [] } = asked;
  const { threadId = randomUUID() } = message;
  const visitor = settings.retentionDays === 0 ? undefined : asked.visitor;
  const thread = { projectId: site.projectId, kind, visitor, threadId, groups };
  const asker =
    visitor === undefined || asked.countedAddress === undefined
      ? null
      : await deps.digestOfDay(site.projectId, asked.countedAddress);
  const question = { ...thread, message, asker, signal };
  const refusal = deps.limits.refusalOf(messageLimitOf(kind), site.organizationId);
  const claimed =
    refusal === undefined ? await claimAnswer(deps, question) : await requireAnswer(deps, question, refusal);
  const ids = { threadId, messageId: claimed.answerId };
  if (claimed.kind === 'known') return { ...ids, events: claimed.events };
  return { ...ids, events: await makeAnswer(deps, asked, claimed) };
}

/** Returns an existing answer regardless of limits. @throws the refusal if no answer exists */
async function requireAnswer(deps: AnswerDeps, question: Parameters<typeof findAnswer>[1], refusal: Error) {
  const found = await findAnswer(deps, question);
  if (found === undefined) throw refusal;
  return found;
}

async function makeAnswer(
  deps: AnswerDeps,
  asked: SiteQuestion,
  { answerId, claim }: { readonly answerId: string; readonly claim: Claim | undefined },
): Promise<AsyncIterable<TurnEvent>> {
  const { database, log } = deps;
  const { site, signal } = asked;
  const broken: unknown[] = [];
  const run =
    (model: LanguageModel | undefined) =>
    (stopped: AbortSignal): AsyncIterable<TurnEvent> => {
      const events = beginTurn(deps, asked, { model, stopped });
      return claim === undefined
        ? events
        : keepAnswer({ db: database.kysely, log, storedBytes: deps.storedBytes }, claim, events);
    };
  const onError = (err: unknown): void => {
    broken.push(err);
    log.warn({ err, site: site.projectId }, 'an answer of the assistant ended early');
  };
  const begin = async () => {
    const model = await openModel(deps, asked, onModelError(deps, asked));
    const onEnd = model === undefined ? () => undefined : deps.turns.takeSlot(asked.owners);
    try {
      await deps.limits.take(messageLimitOf(asked.kind), site.organizationId);
      if (claim !== undefined) await requireClaim(deps, claim);
    } catch (error) {
      onEnd();
      throw error;
    }
    return deps.turns.start({ answerId, run: run(model), graceMs: claim === undefined ? 0 : graceMs, onError, onEnd });
  };
  const recording = await begin().catch(async (error: unknown) => {
    if (claim !== undefined) await releaseMessage(database.kysely, claim);
    throw error;
  });
  const events = recording.read(signal);
  const first = await events.next();
  if (first.done === true && broken.length > 0) throw asked.toRefusal(broken[0]);
  return first.done === true ? events : startingWith(first.value, events);
}

const onModelError =
  ({ log }: AnswerDeps, { site }: SiteQuestion) =>
  (err: unknown): void =>
    log.warn({ err, site: site.projectId }, "the assistant's model failed, or its budget is spent");

async function* beginTurn(
  deps: AnswerDeps,
  asked: SiteQuestion,
  { model, stopped }: { readonly model: LanguageModel | undefined; readonly stopped: AbortSignal },
): AsyncGenerator<TurnEvent> {
  const { turnLimits } = deps;
  const { message, knowledge, settings } = asked;
  const { language = message.filter.language ?? 'en', ...rest } = message;
  const request: TurnRequest = {
    ...rest,
    knowledge,
    language,
    siteName: await knowledge.siteName(),
    instructions: toInstructions(settings),
    limits: turnLimits,
    signal: stopped,
    onError: onModelError(deps, asked),
  };
  yield* withFallback(runTurn(request, model), settings.fallback);
}

/** Opens the project's model. If the key can't be decrypted, readers receive passages, as after a model failure. */
async function openModel(
  deps: AnswerDeps,
  { site, settings, spender }: SiteQuestion,
  onError: (error: unknown) => void,
): Promise<LanguageModel | undefined> {
  if (settings.model !== 'project') return undefined;
  const { monthlyBudgetUsd, visitorDailyBudgetUsd } = settings;
  const budget = openBudget(deps, { ...site, spender, monthlyBudgetUsd, visitorDailyBudgetUsd });
  try {
    return await deps.openModel(site, budget);
  } catch (error) {
    onError(error);
    return undefined;
  }
}

async function* startingWith(first: TurnEvent, rest: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
  yield first;
  yield* rest;
}
