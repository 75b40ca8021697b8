import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';

export interface ScriptedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly id?: string;
}
/** One answer: calls, text, an error to throw, or content as returned by the provider. */
export type ScriptedAnswer =
  | readonly ScriptedCall[]
  | string
  | Error
  | { readonly content: LanguageModelV4Content[]; readonly usage?: 'missing' };

export interface ScriptedModel extends LanguageModelV4 {
  readonly requests: LanguageModelV4CallOptions[];
}

/**
 * A model that returns the answers in order and repeats the last one, or computes them with a function of the request.
 */
export function scriptedModel(
  script: readonly ScriptedAnswer[] | ((options: LanguageModelV4CallOptions, call: number) => ScriptedAnswer),
): ScriptedModel {
  const requests: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'test-1',
    supportedUrls: {},
    requests,
    doGenerate(options) {
      requests.push(options);
      const call = requests.length;
      const answer = typeof script === 'function' ? script(options, call) : (script[call - 1] ?? script.at(-1) ?? '');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(toResult(answer, call));
    },
    doStream: () => Promise.reject(new Error('the loop does not stream')),
  };
}

function toResult(answer: Exclude<ScriptedAnswer, Error>, call: number): LanguageModelV4GenerateResult {
  const isMissing = typeof answer === 'object' && 'usage' in answer;
  const total = isMissing ? undefined : 10;
  return {
    content: toContent(answer, call),
    finishReason: { unified: 'other', raw: undefined },
    usage: {
      inputTokens: { total, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total, text: undefined, reasoning: undefined },
    },
    warnings: [],
    // Costs one cent per thousand tokens, if tokens are counted.
    ...(isMissing ? {} : { providerMetadata: { docwright: { costUsd: 0.0002 } } }),
  };
}

function toContent(answer: Exclude<ScriptedAnswer, Error>, call: number): LanguageModelV4Content[] {
  if (typeof answer === 'string') return answer === '' ? [] : [{ type: 'text', text: answer }];
  if ('content' in answer) return answer.content;
  return answer.map(({ tool, input, id }, index) => ({
    type: 'tool-call',
    toolCallId: id ?? `c${call}-${index}`,
    toolName: tool,
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }));
}
