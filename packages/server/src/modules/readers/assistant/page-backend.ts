import { ServiceError, type QuestionRequest, type AssistantBackend } from '@docwright/site-assistant';
import { ApiError, isStorableText, storableTextRule } from '../../../platform/http/index.ts';
import { answerQuestion, type AnswerDeps, type AnsweringSite } from './answer-question.ts';
import { findAssistantSettings, type StoredSettings } from './assistant-settings.ts';
import { requireNotRefused, takeMessage } from './limits.ts';
import { saveRating } from './store.ts';
import { spenderOf, threadKeyOf } from './thread-key.ts';

/** A site in the form in which its edge stores it. */
export interface BackendSite extends AnsweringSite {
  readonly kind: 'production' | 'preview';
}

/** Answers questions from pages of live sites with their projects' settings. */
export function createPageBackends(deps: AnswerDeps): (site: BackendSite) => AssistantBackend {
  return (site) => ({
    profile: () =>
      refused(async () => {
        const { name, greeting, starters, retentionDays } = await findEnabled(deps, site);
        return { name, greeting, starters, retentionDays: site.kind === 'preview' ? 0 : retentionDays };
      }),
    ask: (asked) => refused(() => ask(deps, site, asked)),
    rate: (rating, audience) =>
      refused(async () => {
        const { projectId } = site;
        const { threadId } = rating;
        const thread = { projectId, kind: 'page', visitor: toVisitor(threadId, audience), threadId } as const;
        return saveRating(deps.database.kysely, threadKeyOf(deps.addressSecret, thread), rating);
      }),
  });
}

/**
 * Returns the owner of a thread: only the reader's browser has the thread's ID, and readers of another audience have a
 * different thread with that ID.
 */
const toVisitor = (threadId: string, audience: string): string =>
  audience === '' ? threadId : JSON.stringify([threadId, audience]);

async function ask(deps: AnswerDeps, site: BackendSite, asked: QuestionRequest) {
  const { message, knowledge, audience, address, isCounted, signal } = asked;
  if (!isStorableText(`${message.question}${message.currentPath}`))
    throw new ServiceError('request-invalid', `the question ${storableTextRule}`);
  const spender = spenderOf(deps.addressSecret, site.projectId, address);
  requireNotRefused(deps, spender);
  const settings = await findEnabled(deps, site);
  await takeMessage(deps, spender, settings.messagesPerMinute);
  return answerQuestion(deps, {
    site,
    settings,
    knowledge,
    message,
    kind: 'page',
    // Only authors ask questions on a preview.
    visitor:
      site.kind === 'preview' || message.threadId === undefined ? undefined : toVisitor(message.threadId, audience),
    spender,
    owners: [site.organizationId, address],
    ...(isCounted && { countedAddress: address }),
    signal,
    toRefusal: (cause) => new ServiceError('site-unavailable', "this can't be answered at the moment", 5, { cause }),
  });
}

/** @throws ServiceError */
async function findEnabled({ database }: AnswerDeps, site: BackendSite): Promise<StoredSettings> {
  const settings = await findAssistantSettings(database.kysely, site);
  if (!settings.enabled) throw new ServiceError('assistant-off', "this site's assistant is turned off");
  return settings;
}

/** Converts the API's errors to a site's errors. */
async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const seconds = Number(error.headers['retry-after'] ?? 1);
    if (error.code === 'rate_limited') throw new ServiceError('rate-limited', error.message, seconds);
    if (error.code === 'assistant_busy') throw new ServiceError('assistant-busy', error.message, seconds);
    if (error.code === 'assistant_message_in_progress')
      throw new ServiceError('message-in-progress', error.message, seconds);
    throw error;
  }
}
