import { generateText, jsonSchema, stepCountIs, tool } from 'ai';
import type { ToolSet } from 'ai';
import type { AgentModel } from '@docwright/doc-agent';
import { modelLabel, rulesModelId } from '@docwright/doc-agent';

export interface ModelTest {
  readonly works: boolean;
  /** One line of text for people, without keys. */
  readonly line: string;
}

const word = 'harbor';
const tools: ToolSet = {
  repeat: tool({
    description: 'Repeats a word.',
    inputSchema: jsonSchema({
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word'],
      additionalProperties: false,
    }),
  }),
};

/**
 * Requests a tool call from a model, and then an answer to the call's result. Agent jobs need both. The outcome is
 * reported in one line.
 */
export async function testModel(
  model: AgentModel,
  parts: { now: () => number; signal: AbortSignal },
): Promise<ModelTest> {
  const name = modelLabel(model);
  if (name === rulesModelId) return { works: true, line: `${name} works: a fixed set of rules, no key needed` };
  const startedAt = parts.now();
  try {
    const problem = await tryTools(model, parts.signal);
    if (problem !== undefined) return { works: false, line: `${name} does not work with tools: ${problem}` };
    return { works: true, line: `${name} works with tools (${Math.round(parts.now() - startedAt)} ms)` };
  } catch (error) {
    parts.signal.throwIfAborted();
    const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300);
    return { works: false, line: `${name} can't be used: ${message}` };
  }
}

async function tryTools(model: AgentModel, signal: AbortSignal): Promise<string | undefined> {
  const prompt = `Call the tool "repeat" with the word "${word}".`;
  const common = {
    model,
    tools,
    maxRetries: 0,
    maxOutputTokens: 500,
    stopWhen: stepCountIs(1),
    abortSignal: signal,
  } as const;
  const first = await generateText({ ...common, messages: [{ role: 'user', content: prompt }] });
  const call = first.toolCalls[0];
  if (call === undefined) return 'it responded with text instead of the requested tool call';
  if (call.invalid === true) return 'its tool call was malformed';
  if (!JSON.stringify(call.input).toLowerCase().includes(word)) return 'its tool call lacked the requested argument';
  const assistant = first.response.messages.filter((message) => message.role === 'assistant');
  await generateText({
    ...common,
    messages: [
      { role: 'user', content: prompt },
      ...assistant,
      {
        role: 'tool',
        content: first.toolCalls.map((each) => ({
          type: 'tool-result' as const,
          toolCallId: each.toolCallId,
          toolName: each.toolName,
          output: { type: 'json' as const, value: { word } },
        })),
      },
    ],
  });
  return undefined;
}
