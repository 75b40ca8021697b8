import type { LanguageModelV4Content, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isTooDeep } from '../json/is-too-deep.ts';
import type { JsonValue } from '../ports.ts';

/** Prefix of the IDs of calls that were read from text. */
const textCallId = 'text-';

/** The forms in which models without a tool parser write a call. One group: the call's JSON, or its name and JSON. */
const forms: readonly RegExp[] = [
  /<tool_call>\s*(?<json>\{[^]*?\})\s*(?:<\/tool_call>|$)/g,
  /<function=(?<name>[\w-]{1,60})>\s*(?<json>\{[^]*?\})\s*(?:<\/function>|$)/g,
  /<\|?tool_?call\|?>\s*(?<json>\{[^]*?\})\s*(?=<|$)/gi,
  /\[TOOL_CALLS\]\s*(?<json>\[[^]*\]|\{[^]*\})/g,
  /```(?:json|tool_call|tool_code)?\s*\n(?<json>[[{][^]*?[\]}])\s*\n?```/g,
];
/** An answer that consists of a single call. */
const bare = /^\s*(?<json>\{[^]*\})\s*$/g;
const looksLikeCall =
  /<\/?tool_call>|<function=[\w-]+>|<\|?tool_?calls?\|?>|\[TOOL_CALLS\]|^\s*(?:```\w*\s*)?\{\s*"(?:name|tool|function)"\s*:\s*"[\w-]+"/i;
/** Longer answers aren't searched: they are whole pages, and the patterns take quadratic time on hostile text. */
const maxTextLength = 60_000;
const maxCalls = 20;

/** Whether text contains a tool call in a form that some models write instead of calling the tool. */
export const isTextCall = (text: string): boolean => looksLikeCall.test(text.slice(0, maxTextLength));

/**
 * Converts tool calls that a model wrote as text to real calls. Once a model has made a real call, its text isn't
 * searched for calls: it may quote a page.
 */
export function readTextCalls(
  content: readonly LanguageModelV4Content[],
  request: { readonly prompt: LanguageModelV4Prompt; readonly toolNames: ReadonlySet<string> },
): readonly LanguageModelV4Content[] {
  if (content.some(({ type }) => type === 'tool-call') || hasRealCall(request.prompt)) return content;
  let count = 0;
  return content.flatMap((part): LanguageModelV4Content[] => {
    if (part.type !== 'text' || part.text.length > maxTextLength) return [part];
    const { calls, rest } = parseCalls(part.text, request.toolNames);
    if (calls.length === 0) return [part];
    const words: LanguageModelV4Content[] = rest === '' ? [] : [{ ...part, text: rest }];
    return [
      ...words,
      ...calls.map(({ name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: `${textCallId}${++count}`,
        toolName: name,
        input: JSON.stringify(input),
      })),
    ];
  });
}

const hasRealCall = (prompt: LanguageModelV4Prompt): boolean =>
  prompt.some(
    ({ role, content }) =>
      role === 'assistant' &&
      content.some((part) => part.type === 'tool-call' && !part.toolCallId.startsWith(textCallId)),
  );

interface TextCall {
  readonly name: string;
  readonly input: JsonValue;
}

function parseCalls(text: string, names: ReadonlySet<string>): { calls: readonly TextCall[]; rest: string } {
  for (const form of [...forms, bare]) {
    const calls: TextCall[] = [];
    const rest = text.replaceAll(form, (match: string, ...more: unknown[]) => {
      const groups = more.at(-1) as Readonly<Record<string, string | undefined>>;
      const found = toCalls(parse(groups['json'] ?? ''), groups['name']).filter(({ name }) => names.has(name));
      if (found.length === 0 || calls.length >= maxCalls) return match;
      calls.push(...found.slice(0, maxCalls - calls.length));
      return '';
    });
    if (calls.length > 0) return { calls, rest: rest.trim() };
  }
  return { calls: [], rest: text };
}

function toCalls(value: JsonValue | undefined, name: string | undefined): TextCall[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => toCalls(item, undefined));
  if (name !== undefined) return [{ name, input: value }];
  if (!isRecord(value)) return [];
  const inner = value['function'];
  if (isRecord(inner)) return toCalls(inner, undefined);
  const named = value['name'] ?? value['tool'] ?? value['tool_name'] ?? inner;
  if (typeof named !== 'string') return [];
  const given = value['arguments'] ?? value['parameters'] ?? value['input'] ?? value['args'] ?? {};
  const input = typeof given === 'string' ? (parse(given) ?? {}) : given;
  return [{ name: named, input }];
}

const isRecord = (value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): JsonValue | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
