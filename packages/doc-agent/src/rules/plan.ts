import type { JsonValue } from '../ports.ts';

/** A tool call that the engine requests. */
export interface ToolRequest {
  readonly tool: string;
  readonly input: { readonly [key: string]: JsonValue };
}
/** The response to a call: the result's value, or the tool's error. */
export interface ToolAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string };
}

/** The outcome of an instruction: `blocked` by policy, `asks` a person, or `failed` with a cause. */
export interface Report {
  readonly kind: 'done' | 'nothing' | 'blocked' | 'asks' | 'failed';
  readonly text: string;
  /** A request that answers the question, in the author's words. */
  readonly offer?: string;
}

/** A plan requests calls, several at once, and receives their responses in order. It has no other inputs. */
export type Plan = Generator<readonly ToolRequest[], Report, readonly ToolAnswer[]>;
