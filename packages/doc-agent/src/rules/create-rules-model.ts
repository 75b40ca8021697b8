import type { AgentModel } from '../ports.ts';

export const rulesModelId = 'builtin/rules-1';

/** The deterministic engine behind `builtin/rules-1`: a model of the AI SDK that needs no key and no network. */
export function createRulesModel(): AgentModel {
  throw new Error('the rules engine is not built yet');
}
