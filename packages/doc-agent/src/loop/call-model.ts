import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from 'ai';
import type { LanguageModelMiddleware, ModelMessage, ProviderMetadata, ToolSet } from 'ai';
import { redactSecrets } from '../policy/find-secrets.ts';
import type { JsonValue } from '../ports.ts';
import type { AgentTool } from '../tools/tool.ts';
import type { AgentTurn } from './agent-turn.ts';
import type { AssistantData, JournalledCall } from './journal-data.ts';
import { toModelFailure } from './model-failure.ts';
import { modelLabel } from './model-label.ts';
import { backoffMs } from './retry-delay.ts';

export interface ModelRequest {
  readonly turn: AgentTurn;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  /** Milliseconds of the turn that are left. */
  readonly remainingMs: number;
}

type GeneratedAnswer = Pick<
  AssistantData,
  'messages' | 'text' | 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'model'
>;

/** Calls the model once, with retries by the rules. Throws `AgentError` if it didn't answer. */
export async function callModel(request: ModelRequest, signal: AbortSignal): Promise<AssistantData> {
  const { clock, policy } = request.turn;
  const startedAt = clock.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await generateOnce(request, signal);
      const elapsedMs = Math.round(clock.now() - startedAt);
      return { ...answer, attempts: attempt, elapsedMs, estimatedTokens: estimateTokens(request, answer) };
    } catch (error) {
      signal.throwIfAborted();
      const failure = toModelFailure(error, request.turn.secrets ?? []);
      const waitMs = backoffMs(attempt, failure.retryAfterMs, request.turn.random);
      const leftMs = request.remainingMs - (clock.now() - startedAt);
      if (!failure.error.retryable || attempt >= policy.limits.maxModelAttempts || waitMs >= leftMs)
        throw failure.error;
      await clock.sleep(waitMs, signal);
    }
  }
}

async function generateOnce(request: ModelRequest, signal: AbortSignal): Promise<GeneratedAnswer> {
  const { model, policy } = request.turn;
  const timeout = AbortSignal.timeout(
    Math.max(1, Math.min(policy.limits.modelTimeoutMs, Math.ceil(request.remainingMs))),
  );
  const result = await generateText({
    model: wrapLanguageModel({ model, middleware: repairAnswers(usedIds(request.messages)) }),
    instructions: request.instructions,
    messages: [...request.messages],
    tools: toToolSet(request.tools),
    maxRetries: 0,
    maxOutputTokens: policy.limits.maxOutputTokens,
    stopWhen: stepCountIs(1),
    abortSignal: AbortSignal.any([signal, timeout]),
  });
  const secrets = request.turn.secrets ?? [];
  const assistant = result.response.messages.filter((message) => message.role === 'assistant');
  return {
    messages: redactJson(
      assistant.filter((message) => message.content.length > 0),
      secrets,
    ),
    text: redactSecrets(result.text, secrets),
    calls: redactJson(result.toolCalls.map(toJournalledCall), secrets),
    inputTokens: result.usage.inputTokens ?? null,
    outputTokens: result.usage.outputTokens ?? null,
    costUsd: readCost(result.providerMetadata),
    model: modelLabel(model, result.response.modelId),
  };
}

function readCost(metadata: ProviderMetadata | undefined): number | null {
  const cost = metadata?.['docwright']?.['costUsd'];
  return typeof cost === 'number' ? cost : null;
}

function toToolSet(tools: readonly AgentTool[]): ToolSet {
  // No `execute`: the loop runs the calls itself, after it has journalled them. No `validate`: our own check follows.
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema(JSON.parse(JSON.stringify(input))) }),
    ]),
  );
}

function toJournalledCall(call: {
  toolCallId: string;
  toolName: string;
  input: unknown;
  invalid?: boolean | undefined;
  error?: unknown;
}): JournalledCall {
  const known = { id: call.toolCallId, name: call.toolName, input: toJson(call.input) };
  if (call.invalid !== true) return known;
  const message = call.error instanceof Error ? call.error.message : 'the call is malformed';
  return { ...known, problem: message.slice(0, 1000) };
}

function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}

function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  // Shapes of keys are left alone here: a sample key in a page that the model quotes must stay what it is.
  let text = JSON.stringify(value);
  for (const secret of secrets) {
    if (secret.length >= 6)
      text = text.replaceAll(JSON.stringify(secret).slice(1, -1), '[redacted: configured secret]');
  }
  return JSON.parse(text) as Value;
}

const maxTextLength = 200_000;
const maxInputLength = 2_000_000;

/**
 * For two calls with one ID, the SDK would pass the first call's input to both, so IDs are made unique, also within the whole history. Answers of many megabytes are cut before anything parses them.
 */
function repairAnswers(used: Set<string>): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      const content = result.content.map((part) => {
        if (part.type === 'text' && part.text.length > maxTextLength)
          return { ...part, text: part.text.slice(0, maxTextLength) };
        if (part.type !== 'tool-call') return part;
        const input = part.input.length > maxInputLength ? '{"answer too large' : part.input;
        return { ...part, input, toolCallId: takeId(part.toolCallId, used) };
      });
      return { ...result, content };
    },
  };
}

function takeId(id: string, used: Set<string>): string {
  let unique = id === '' ? 'call' : id;
  for (let count = 2; used.has(unique); count++) unique = `${id === '' ? 'call' : id}-${count}`;
  used.add(unique);
  return unique;
}

function usedIds(messages: readonly ModelMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue;
    for (const part of message.content) if (part.type === 'tool-call') ids.add(part.toolCallId);
  }
  return ids;
}

/** Four bytes a token: close enough for a budget when the provider keeps its count to itself. */
function estimateTokens(request: ModelRequest, answer: GeneratedAnswer): number {
  const bytes =
    JSON.stringify(request.messages).length + request.instructions.length + JSON.stringify(answer.messages).length;
  return Math.ceil(bytes / 4);
}
