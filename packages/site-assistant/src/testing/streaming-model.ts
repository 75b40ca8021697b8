import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

export interface ModelCall {
  readonly tool: string;
  readonly input: unknown;
}

/** A text, tool calls, an error to throw, or `undefined` to never answer. */
export type ModelAnswer = string | readonly ModelCall[] | Error | undefined;

export interface StreamingModel extends LanguageModelV4 {
  readonly requests: LanguageModelV4CallOptions[];
}

/** Creates a model that streams the result of `answer`, one character at a time. */
export function streamingModel(
  answer: (request: LanguageModelV4CallOptions, call: number) => ModelAnswer,
): StreamingModel {
  const requests: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'test-1',
    supportedUrls: {},
    requests,
    doGenerate: () => Promise.reject(new Error('this model streams')),
    async doStream(options) {
      requests.push(options);
      const parts = answer(options, requests.length);
      if (parts instanceof Error) throw parts;
      return { stream: parts === undefined ? new ReadableStream() : toStream(parts, requests.length) };
    },
  };
}

function toStream(answer: string | readonly ModelCall[], call: number): ReadableStream<LanguageModelV4StreamPart> {
  const isText = typeof answer === 'string';
  const parts: LanguageModelV4StreamPart[] = [{ type: 'stream-start', warnings: [] }];
  if (isText) {
    parts.push({ type: 'text-start', id: '1' });
    for (const delta of answer) parts.push({ type: 'text-delta', id: '1', delta });
    parts.push({ type: 'text-end', id: '1' });
  } else {
    for (const [index, { tool, input }] of answer.entries())
      parts.push({ type: 'tool-call', toolCallId: `c${call}-${index}`, toolName: tool, input: JSON.stringify(input) });
  }
  const finishReason: LanguageModelV4FinishReason = { unified: isText ? 'stop' : 'tool-calls', raw: undefined };
  parts.push({
    type: 'finish',
    finishReason,
    usage: {
      inputTokens: { total: 100, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 10, text: undefined, reasoning: undefined },
    },
  });
  return new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/** A model's whole input, as one string. */
export function promptTextOf({ prompt }: LanguageModelV4CallOptions): string {
  return prompt
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map((part) => JSON.stringify(part))))
    .join('\n');
}
