/**
 * One question and its answer.
 *
 * 1. Without a model, and where one fails, the answer is what the pages say (`builtin/extracts-1`): a turn always ends in text.
 * 2. What a model writes goes out only after it was checked (`CheckedMarkdown`), and nothing of it before its first source.
 * 3. A model can call the four tools of the site and nothing else, so many times, for so long.
 */
import type { LanguageModel } from 'ai';
import { answerWithExtracts } from './answer-with-extracts.ts';
import { answerWithModel } from './answer-with-model.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnRequest } from './turn-request.ts';

export async function* runTurn(request: TurnRequest, model: LanguageModel | undefined): AsyncGenerator<TurnEvent> {
  if (model === undefined) yield* answerWithExtracts(request);
  else yield* answerWithModel(request, model);
}
