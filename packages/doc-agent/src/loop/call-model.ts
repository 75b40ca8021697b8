import {
  generateText,
  InvalidToolInputError,
  JSONParseError,
  jsonSchema,
  stepCountIs,
  tool,
  wrapLanguageModel,
} from 'ai';
import type { LanguageModelUsage, ModelMessage, ProviderMetadata, ToolSet } from 'ai';
import { measureMessages } from '../images/shown-images.ts';
import { redactSecrets } from '../policy/find-secrets.ts';
import type { JsonValue } from '../ports.ts';
import type { AgentTool } from '../tools/tool.ts';
import type { AgentTurn } from './agent-turn.ts';
import type { AssistantData, JournaledCall } from './journal-data.ts';
import { toModelFailure } from './model-failure.ts';
import { modelLabel } from './model-label.ts';
import { repairAnswers } from './repair-answers.ts';
import { backoffMs } from './retry-delay.ts';
import { countOf } from '../text/count-of.ts';

export interface ModelRequest {
  readonly turn: AgentTurn;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly AgentTool[];
  /** Maximum number of tokens in the answer. */
  readonly maxOutputTokens: number;
  /** Remaining milliseconds of the turn. */
  readonly remainingMs: number;
}

type GeneratedAnswer = Pick<
  AssistantData,
  | 'messages'
  | 'text'
  | 'calls'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedInputTokens'
  | 'cacheWriteTokens'
  | 'truncated'
  | 'costUsd'
  | 'model'
>;

/** Calls the model once, with the allowed retries. Throws `AgentError` if it doesn't answer. */
export async function callModel(request: ModelRequest, signal: AbortSignal): Promise<AssistantData> {
  const { clock, policy } = request.turn;
  const startedAt = clock.now();
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await generateOnce(request, signal, request.remainingMs - (clock.now() - startedAt));
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

async function generateOnce(request: ModelRequest, signal: AbortSignal, remainingMs: number): Promise<GeneratedAnswer> {
  const { model, policy } = request.turn;
  const timeout = AbortSignal.timeout(Math.max(1, Math.min(policy.limits.modelTimeoutMs, Math.ceil(remainingMs))));
  const result = await generateText({
    model: wrapLanguageModel({ model, middleware: repairAnswers(request.messages) }),
    instructions: request.instructions,
    messages: [...request.messages],
    tools: toToolSet(request.tools),
    maxRetries: 0,
    maxOutputTokens: request.maxOutputTokens,
    stopWhen: stepCountIs(1),
    abortSignal: AbortSignal.any([signal, timeout]),
  });
  const secrets = request.turn.secrets ?? [];
  const assistant = result.response.messages.filter((message) => message.role === 'assistant');
  const truncated = result.finishReason === 'length';
  const cutOff = truncated ? describeCut(request.maxOutputTokens) : undefined;
  return {
    messages: redactJson(
      assistant.filter((message) => message.content.length > 0),
      secrets,
    ),
    text: redactSecrets(result.text, secrets),
    calls: redactJson(
      result.toolCalls.map((call) => toJournaledCall(call, cutOff)),
      secrets,
    ),
    ...readUsage(result),
    ...(truncated && { truncated }),
    model: modelLabel(model, result.response.modelId),
  };
}

type AnswerUsage = Pick<
  AssistantData,
  'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens' | 'costUsd'
>;

export function readUsage({
  usage,
  providerMetadata,
}: {
  readonly usage: LanguageModelUsage;
  readonly providerMetadata: ProviderMetadata | undefined;
}): AnswerUsage {
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = usage.inputTokenDetails;
  return {
    inputTokens: usage.inputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
    ...(cacheReadTokens > 0 && { cachedInputTokens: cacheReadTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    costUsd: readCost(providerMetadata),
  };
}

function readCost(metadata: ProviderMetadata | undefined): number | null {
  const cost = metadata?.['docwright']?.['costUsd'];
  return typeof cost === 'number' ? cost : null;
}

function toToolSet(tools: readonly AgentTool[]): ToolSet {
  // No `execute`: the loop runs the calls itself, after it has journaled them. No `validate`: our own check follows.
  return Object.fromEntries(
    tools.map(({ name, description, input }) => [
      name,
      tool({ description, inputSchema: jsonSchema(JSON.parse(JSON.stringify(input))) }),
    ]),
  );
}

/** Tells the model that its answer was cut off, which it can't detect itself. */
const describeCut = (tokens: number): string =>
  `the answer was cut off by the output limit of ${countOf(tokens, 'token')}, so this call is incomplete and nothing was done; write in parts: create the page with its first part, then add the other parts with further calls`;

function toJournaledCall(
  call: {
    toolCallId: string;
    toolName: string;
    input: unknown;
    invalid?: boolean | undefined;
    error?: unknown;
  },
  cutOff: string | undefined,
): JournaledCall {
  const known = { id: call.toolCallId, name: call.toolName, input: toJson(call.input) };
  if (call.invalid !== true) return known;
  if (cutOff !== undefined) return { ...known, problem: cutOff };
  return { ...known, problem: describeInvalid(call.error).slice(0, 1000) };
}

/** Providers accept only an object as the input of an earlier call, so the error contains the model's text. */
function describeInvalid(error: unknown): string {
  if (!InvalidToolInputError.isInstance(error)) return error instanceof Error ? error.message : 'the call is malformed';
  const parsing = error.cause;
  const reason =
    JSONParseError.isInstance(parsing) && parsing.cause instanceof Error ? `: ${parsing.cause.message}` : '';
  return `the arguments aren't valid JSON${reason}; nothing was done. They begin with: ${error.toolInput.slice(0, 500).toWellFormed()}`;
}

function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}

function redactJson<Value>(value: Value, secrets: readonly string[]): Value {
  // Only known secrets are redacted here: a sample key that the model quotes from a page must not change.
  let text = JSON.stringify(value);
  for (const secret of secrets) {
    if (secret.length >= 6)
      text = text.replaceAll(JSON.stringify(secret).slice(1, -1), '[redacted: configured secret]');
  }
  return JSON.parse(text) as Value;
}

/** Assumes four bytes per token: close enough for a budget if the provider doesn't report its count. */
function estimateTokens(request: ModelRequest, answer: GeneratedAnswer): number {
  const bytes =
    measureMessages(request.messages) + request.instructions.length + JSON.stringify(answer.messages).length;
  return Math.ceil(bytes / 4);
}
