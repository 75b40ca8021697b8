/** Responses of each provider's API, as far as an agent reads them, and the key's location in a request. */
import type { ModelProvider } from '../model-settings.ts';

export interface WireCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
export interface WireFormat {
  readonly provider: Exclude<ModelProvider, 'builtin'>;
  readonly model: string;
  /** Path of the request after the base URL's path `/base`. */
  readonly path: RegExp;
  readonly answer: (calls: readonly WireCall[], text: string) => unknown;
  readonly error: (message: string) => unknown;
  /** The results of tool calls that a request contains, as text. */
  readonly results: (body: Record<string, unknown>) => string[];
  readonly label: string;
}

const openAiError = (message: string) => ({ error: { message, type: 'error', param: null, code: null } });

function chatAnswer(calls: readonly WireCall[], text: string): unknown {
  const toolCalls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: toArguments(input) },
  }));
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  return {
    id: 'chat_1',
    object: 'chat.completion',
    created: 1,
    model: 'm-1-answered',
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}

/** Encodes a call's arguments. A string represents arguments that aren't JSON. */
function toArguments(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
}
function chatResults(body: Record<string, unknown>): string[] {
  return (body['messages'] as ChatMessage[])
    .filter((message) => message.role === 'tool')
    .map((message) => JSON.stringify(message.content));
}

const chat = { path: /\/chat\/completions/, answer: chatAnswer, error: openAiError, results: chatResults };

export const wireFormats: readonly WireFormat[] = [
  {
    provider: 'anthropic',
    model: 'm-1',
    path: /^\/base\/messages$/,
    label: 'anthropic/m-1-answered',
    answer: (calls, text) => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm-1-answered',
      content: [
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
      ],
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    }),
    error: (message) => ({ type: 'error', error: { type: 'error', message } }),
    results: (body) =>
      (body['messages'] as { content: unknown }[])
        .flatMap((message) => (Array.isArray(message.content) ? (message.content as { type: string }[]) : []))
        .filter((part) => part.type === 'tool_result')
        .map((part) => JSON.stringify(part)),
  },
  {
    provider: 'openai',
    model: 'm-1',
    path: /^\/base\/responses$/,
    label: 'openai/m-1-answered',
    answer: (calls, text) => ({
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'm-1-answered',
      output: [
        ...(text === ''
          ? []
          : [
              {
                type: 'message',
                id: 'msg_1',
                role: 'assistant',
                content: [{ type: 'output_text', text, annotations: [] }],
              },
            ]),
        ...calls.map(({ id, name, input }) => ({
          type: 'function_call',
          id: `fc_${id}`,
          call_id: id,
          name,
          arguments: toArguments(input),
          status: 'completed',
        })),
      ],
      usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
      incomplete_details: null,
    }),
    error: openAiError,
    results: (body) =>
      (body['input'] as { type?: string }[])
        .filter((item) => item.type === 'function_call_output')
        .map((item) => JSON.stringify(item)),
  },
  { provider: 'openai-chat', model: 'm-1', label: 'openai/m-1-answered', ...chat },
  { provider: 'openai-compatible', model: 'qwen3:8b', label: 'openai-compatible/m-1-answered', ...chat },
  { provider: 'ollama', model: 'qwen3:8b', label: 'ollama/m-1-answered', ...chat },
  { provider: 'lmstudio', model: 'qwen/qwen3-8b', label: 'lmstudio/m-1-answered', ...chat },
  { provider: 'llamacpp', model: 'default', label: 'llamacpp/m-1-answered', ...chat },
  { provider: 'vllm', model: 'Qwen/Qwen3-8B', label: 'vllm/m-1-answered', ...chat },
  { provider: 'azure', model: 'my-deployment', label: 'azure/m-1-answered', ...chat },
  {
    provider: 'google',
    model: 'm-1',
    path: /^\/base\/models\/m-1:streamGenerateContent\?alt=sse$/,
    label: 'google/m-1',
    answer: (calls, text) => ({
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              ...(text === '' ? [] : [{ text }]),
              ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      modelVersion: 'm-1-answered',
    }),
    error: (message) => ({ error: { code: 400, message, status: 'ERROR' } }),
    results: (body) =>
      (body['contents'] as { parts: { functionResponse?: unknown }[] }[])
        .flatMap((content) => content.parts)
        .filter((part) => part.functionResponse !== undefined)
        .map((part) => JSON.stringify(part)),
  },
  {
    provider: 'bedrock',
    model: 'anthropic.m-1',
    path: /^\/base\/model\/anthropic\.m-1\/converse-stream$/,
    label: 'amazon-bedrock/anthropic.m-1',
    answer: (calls, text) => ({
      output: {
        message: {
          role: 'assistant',
          content: [
            ...(text === '' ? [] : [{ text }]),
            ...calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } })),
          ],
        },
      },
      stopReason: calls.length > 0 ? 'tool_use' : 'end_turn',
      usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 },
      metrics: { latencyMs: 1 },
    }),
    error: (message) => ({ message }),
    results: (body) =>
      (body['messages'] as { content: { toolResult?: unknown }[] }[])
        .flatMap((message) => message.content)
        .filter((part) => part.toolResult !== undefined)
        .map((part) => JSON.stringify(part)),
  },
];
