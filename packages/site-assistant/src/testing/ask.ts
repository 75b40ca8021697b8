import type { LanguageModel } from 'ai';
import type { AnswerSource } from '../answer/read-pages.ts';
import { openSiteKnowledge } from '../knowledge/open-site-knowledge.ts';
import { runTurn } from '../turn/run-turn.ts';
import { defaultTurnLimits, type TurnRequest } from '../turn/turn-request.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import { sampleSite, type SamplePage } from './sample-site.ts';

export interface Asked {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
  readonly end: Extract<TurnEvent, { type: 'end' }> | undefined;
  readonly events: readonly TurnEvent[];
}

/** Runs a turn on a sample site. */
export async function ask(
  pages: readonly SamplePage[],
  question: string,
  model?: LanguageModel,
  changes: Partial<TurnRequest> = {},
): Promise<Asked> {
  const request: TurnRequest = {
    knowledge: openSiteKnowledge(sampleSite(pages)),
    question,
    history: [],
    selections: [],
    currentPath: '',
    filter: {},
    language: 'en',
    siteName: 'Sample',
    instructions: '',
    retrievalPageSize: 5,
    limits: defaultTurnLimits,
    signal: new AbortController().signal,
    onError: () => undefined,
    ...changes,
  };
  const events: TurnEvent[] = [];
  for await (const event of runTurn(request, model)) events.push(event);
  return {
    text: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join(''),
    sources: events.flatMap((event) => (event.type === 'source' ? [event.source] : [])),
    end: events.find((event) => event.type === 'end'),
    events,
  };
}
