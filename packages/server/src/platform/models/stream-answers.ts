import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import type { AgentModel } from '@docwright/doc-agent';
import { wrapLanguageModel } from 'ai';

/**
 * A model that returns whole answers but streams internally, so that a silent provider is detected before the time
 * limit of the whole answer.
 */
export function streamAnswers(model: AgentModel): AgentModel {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapGenerate: async ({ doStream }) => collect(await doStream()),
    },
  });
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** Collects an answer. A stream without an end event is invalid: none of its tool calls may be executed. */
async function collect({ stream, request, response }: LanguageModelV4StreamResult) {
  const answer = new CollectedAnswer();
  for await (const part of stream) answer.add(part);
  return answer.toResult({ ...(request !== undefined && { request }), headers: response?.headers });
}

type Block = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>;

class CollectedAnswer {
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, { block: Block; deltas: string[]; index: number }>();
  #metadata: NonNullable<LanguageModelV4GenerateResult['response']> = {};
  #warnings: LanguageModelV4GenerateResult['warnings'] = [];
  #finish: Finish | undefined;

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        return this.#begin(part);
      case 'text-delta':
      case 'reasoning-delta':
        this.#open.get(keyOf(part))?.deltas.push(part.delta);
        return this.#annotate(part);
      case 'text-end':
      case 'reasoning-end':
        this.#annotate(part);
        return this.#end(keyOf(part));
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
      case 'custom':
      case 'file':
      case 'reasoning-file':
      case 'source':
        this.#content.push(part);
        return;
      case 'stream-start':
        this.#warnings = part.warnings;
        return;
      case 'response-metadata': {
        const { type: _type, ...metadata } = part;
        this.#metadata = { ...this.#metadata, ...metadata };
        return;
      }
      case 'finish':
        this.#finish = part;
        return;
      case 'error':
        throw part.error;
      default:
    }
  }

  #begin({
    type,
    id,
    providerMetadata,
  }: Extract<LanguageModelV4StreamPart, { type: 'text-start' | 'reasoning-start' }>) {
    const kind = type === 'text-start' ? 'text' : 'reasoning';
    const block: Block = { type: kind, text: '', ...(providerMetadata !== undefined && { providerMetadata }) };
    const index = this.#content.push(block) - 1;
    this.#open.set(`${kind} ${id}`, { block, deltas: [], index });
  }

  /** Adds a part's metadata to its block. A reasoning block's signature arrives with the block's last parts. */
  #annotate(part: Extract<LanguageModelV4StreamPart, { id: string; providerMetadata?: unknown }>): void {
    const open = this.#open.get(keyOf(part));
    if (open === undefined || part.providerMetadata === undefined) return;
    open.block = { ...open.block, providerMetadata: { ...open.block.providerMetadata, ...part.providerMetadata } };
  }

  #end(key: string): void {
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#content[open.index] = { ...open.block, text: open.deltas.join('') };
    this.#open.delete(key);
  }

  toResult(more: {
    readonly request?: LanguageModelV4GenerateResult['request'];
    readonly headers: Readonly<Record<string, string>> | undefined;
  }): LanguageModelV4GenerateResult {
    const finish = this.#finish;
    const isVoid = finish === undefined || (finish.finishReason.raw === undefined && isUncounted(finish));
    if (isVoid) throw new Error('the answer ended before it was complete');
    for (const key of this.#open.keys()) this.#end(key);
    const { finishReason, usage, providerMetadata } = finish;
    return {
      content: this.#content.filter((part) => part.type !== 'text' || part.text !== ''),
      finishReason,
      usage,
      warnings: this.#warnings,
      ...(providerMetadata !== undefined && { providerMetadata }),
      ...(more.request !== undefined && { request: more.request }),
      response: { ...this.#metadata, ...(more.headers !== undefined && { headers: { ...more.headers } }) },
    };
  }
}

/** Whether usage is missing: some adapters end a truncated stream with a finish part that the provider didn't send. */
const isUncounted = ({ usage }: Finish): boolean =>
  usage.inputTokens.total === undefined && usage.outputTokens.total === undefined;

const keyOf = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${type.startsWith('text') ? 'text' : 'reasoning'} ${id}`;
