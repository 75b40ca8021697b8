import type { AgentLimits, AgentPolicy } from '../policy/policy.ts';
import type { ModelCapacity } from '../ports.ts';

/** The capacity of a model whose window is unknown. */
export const defaultCapacity: ModelCapacity = { contextTokens: 128_000, outputTokens: 16_000 };

/** The rules engine reads the conversation as records, so it has no window. */
export const unlimitedCapacity: ModelCapacity = { contextTokens: Infinity, outputTokens: 16_000 };

/** How a model's window is divided, in tokens. */
export interface WindowShares {
  readonly output: number;
  /** Instructions, tools and messages. The rest of the window is a margin for estimation errors. */
  readonly input: number;
  readonly guidance: number;
  readonly outline: number;
}

const inputShare = 0.85;
const maxOutputShare = 0.2;
const guidanceShare = 0.1;
const outlineShare = 0.05;
const maxOutlineTokens = 4000;

export function divideWindow(capacity: ModelCapacity, limits: AgentLimits): WindowShares {
  const context = Math.min(capacity.contextTokens, limits.maxContextTokens);
  if (capacity.contextTokens === Infinity)
    return { output: capacity.outputTokens, input: Infinity, guidance: Infinity, outline: maxOutlineTokens };
  const output = Math.min(capacity.outputTokens, Math.floor(context * maxOutputShare));
  return {
    output,
    input: Math.floor((context - output) * inputShare),
    guidance: Math.floor(context * guidanceShare),
    outline: Math.min(maxOutlineTokens, Math.floor(context * outlineShare)),
  };
}

/** Maximum share of the message tokens that one result can use. */
const resultShare = 0.25;
/** A dense text, such as JSON, has at least this many bytes per token. */
const bytesPerToken = 3;
const minResultBytes = 3000;

/** Lowers the policy's limits on results if the window is small: pages are then read in parts. */
export function fitResults(policy: AgentPolicy, historyTokens: number): AgentPolicy {
  const maxBytes = Math.max(minResultBytes, Math.floor(historyTokens * resultShare * bytesPerToken));
  const { limits } = policy;
  if (maxBytes >= limits.maxToolResultBytes) return policy;
  return {
    ...policy,
    limits: {
      ...limits,
      maxToolResultBytes: maxBytes,
      readBytes: Math.min(limits.readBytes, Math.floor(maxBytes * 0.8)),
    },
  };
}
