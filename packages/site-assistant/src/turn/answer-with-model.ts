import { jsonSchema, stepCountIs, streamText, tool, type LanguageModel, type ToolSet } from 'ai';
import { answerTexts } from '../answer/answer-texts.ts';
import { CheckedMarkdown } from '../answer/checked-markdown.ts';
import { ReadPages } from '../answer/read-pages.ts';
import type { KnownPage } from '../knowledge/site-knowledge.ts';
import { callSiteTool, siteTools } from '../tools/site-tools.ts';
import { answerWithExtracts } from './answer-with-extracts.ts';
import { retrySoon } from './retry-soon.ts';
import type { TurnRequest } from './turn-request.ts';
import type { TurnEvent, TurnUsage } from './turn-event.ts';
import { writeInstructions, writeMessages } from './write-prompt.ts';

/** Maximum length of an answer in characters; a model that exceeds it would probably never end. */
const MAX_ANSWER_CHARS = 40_000;

export async function* answerWithModel(request: TurnRequest, model: LanguageModel): AsyncGenerator<TurnEvent> {
  const { limits, signal, knowledge, language } = request;
  const pages = new ReadPages(knowledge);
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const run = { request, model, pages, signal: AbortSignal.any([signal, timeout]) };
  const answer = new BufferedAnswer(pages);
  let usage: TurnUsage = { model: labelOf(model), inputTokens: 0, outputTokens: 0 };
  let failed = false;
  try {
    for await (const part of streamParts(run)) {
      if (part.type === 'text') yield* answer.add(part.text);
      else if (part.type === 'step') answer.discardPreamble();
      else usage = { ...usage, inputTokens: part.inputTokens, outputTokens: part.outputTokens };
    }
    yield* answer.finish();
  } catch (error) {
    failed = true;
    if (!signal.aborted) request.onError(error);
  }
  const texts = answerTexts(language);
  if (signal.aborted) yield { type: 'end', outcome: 'stopped', usage };
  else if (!failed && answer.hasSource) yield { type: 'end', outcome: 'answered', usage };
  else if (!failed) {
    // Small models often don't name a source even if the pages answer the question.
    yield* answerWithExtracts(request, { usage });
  } else {
    if (answer.hasSource) yield { type: 'text', text: `\n\n*${texts.cut}*\n\n` };
    yield* answerWithExtracts(request, { failure: texts.failed, usage });
  }
}

/** Buffers an answer until it cites its first source: an answer without sources is never shown. */
class BufferedAnswer {
  readonly #pages: ReadPages;
  readonly #checked: CheckedMarkdown;
  #buffered = '';
  #sentSources = 0;

  constructor(pages: ReadPages) {
    this.#pages = pages;
    this.#checked = new CheckedMarkdown(pages);
  }

  get hasSource(): boolean {
    return this.#sentSources > 0;
  }

  *add(text: string): Generator<TurnEvent> {
    yield* this.#emit(this.#checked.push(text));
  }

  *finish(): Generator<TurnEvent> {
    yield* this.#emit(this.#checked.end());
  }

  /** Text before a tool call isn't part of the answer, unless it was already sent. */
  discardPreamble(): void {
    if (this.hasSource) return;
    this.#checked.end();
    this.#buffered = '';
  }

  *#emit(text: string): Generator<TurnEvent> {
    this.#buffered += text;
    const sources = this.#pages.sources;
    for (const source of sources.slice(this.#sentSources)) yield { type: 'source', source };
    this.#sentSources = sources.length;
    if (!this.hasSource || this.#buffered === '') return;
    yield { type: 'text', text: this.#buffered };
    this.#buffered = '';
  }
}

interface Run {
  readonly request: TurnRequest;
  readonly model: LanguageModel;
  readonly pages: ReadPages;
  readonly signal: AbortSignal;
}

type Part =
  | { readonly type: 'text'; readonly text: string }
  /** The model has called tools and continues. */
  | { readonly type: 'step' }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** Streams the parts of an answer. @throws if the model fails, stops during the answer or never answers */
async function* streamParts({ request, model, pages, signal }: Run): AsyncGenerator<Part> {
  const { limits } = request;
  const result = streamText({
    model: retrySoon(model),
    instructions: writeInstructions(request),
    messages: writeMessages(request, await readFirst(request, pages)),
    tools: toTools(request, pages),
    stopWhen: stepCountIs(limits.maxSteps),
    // The last step is reserved for the answer.
    prepareStep: ({ stepNumber }) => (stepNumber >= limits.maxSteps - 1 ? { toolChoice: 'none' } : {}),
    maxOutputTokens: limits.maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
  });
  let length = 0;
  for await (const part of untilAborted(result.stream, signal)) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('the answer was stopped');
    if (part.type === 'text-delta') {
      length += part.text.length;
      if (length > MAX_ANSWER_CHARS) throw new Error('the answer is too long');
      yield { type: 'text', text: part.text };
    } else if (part.type === 'finish-step' && part.finishReason === 'tool-calls') {
      yield { type: 'step' };
    } else if (part.type === 'finish') {
      // This happens, for example, if a server returns an HTML page instead of an answer.
      if (length === 0) throw new Error('the model returned no text');
      const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
      yield { type: 'usage', inputTokens, outputTokens };
    }
  }
}

/** Stops waiting for a provider that ignores the signal. */
async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const stop = (): void => reject(new Error('the answer took too long, or was stopped'));
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    iterator.return?.(undefined)?.catch(() => undefined);
  }
}

/**
 * Reads the best matching pages and the reader's current page, so that a small model can answer most questions without
 * a tool.
 */
async function readFirst(
  { knowledge, question, filter, ...request }: TurnRequest,
  pages: ReadPages,
): Promise<KnownPage[]> {
  const limit = request.retrievalPageSize;
  const { passages } = await knowledge.search(question, { limit, perPage: 1, filter });
  const near = [...request.selections.map(({ path }) => path), request.currentPath].filter((path) => path !== '');
  const wanted = new Set([...passages.map(({ path }) => path), ...near]);
  const read = await Promise.all([...wanted].slice(0, limit + 2).map((path) => pages.read(path)));
  return read.filter((page) => page !== undefined);
}

/** Offers the site's tools to the model: rule 3 of `run-turn.ts`. */
function toTools({ knowledge }: TurnRequest, pages: ReadPages): ToolSet {
  return Object.fromEntries(
    siteTools.map(({ name, description, inputSchema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema({ ...inputSchema, required: inputSchema.required ?? [] }),
        execute: async (input: unknown) => {
          const answer = await callSiteTool(knowledge, name, input);
          if (answer.page !== undefined) pages.add(answer.page);
          return answer.text;
        },
      }),
    ]),
  );
}

/** Returns `provider/model`, as in the settings. The SDK's provider name can include the interface: `openai.chat`. */
export function labelOf(model: LanguageModel): string {
  return typeof model === 'string' ? model : `${model.provider.replace(/\..*$/, '')}/${model.modelId}`;
}
