/**
 * Answers one question.
 *
 * 1. Without a model, or if it fails or doesn't name a source, the answer quotes the pages (`builtin/extracts-1`), so
 *    that a turn always ends with text.
 * 2. A model's text is sent only after it has been checked (`CheckedMarkdown`), and not before its first source.
 * 3. A model can call only the four tools of the site, with limits on number and time.
 * 4. A question without a filter applies to the version, product and language of the page on which it is asked.
 */
import type { LanguageModel } from 'ai';
import type { KnowledgeFilter } from '../knowledge/site-knowledge.ts';
import { answerWithExtracts } from './answer-with-extracts.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnRequest } from './turn-request.ts';

export async function* runTurn(asked: TurnRequest, model: LanguageModel | undefined): AsyncGenerator<TurnEvent> {
  const request = { ...asked, filter: await filterOf(asked) };
  if (model === undefined) yield* answerWithExtracts(request);
  // The SDK is loaded only if a model is called, because most sites have none.
  else yield* (await import('./answer-with-model.ts')).answerWithModel(request, model);
}

/** Returns the question's filter, or one for the version, product and language of the current page (rule 4). */
async function filterOf({ filter, currentPath, knowledge }: TurnRequest): Promise<KnowledgeFilter> {
  if (Object.keys(filter).length > 0 || currentPath === '') return filter;
  const { version, product, language } = (await knowledge.readPage(currentPath)) ?? {};
  return {
    ...(version !== undefined && { version }),
    ...(product !== undefined && { product }),
    ...(language !== undefined && { language }),
  };
}
