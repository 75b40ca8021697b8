import type { AgentModel } from '../ports.ts';

/** `provider/model`, as shown to people. A chain of models (provider `fallback`) reports which of them answered. */
export function modelLabel(model: AgentModel, answeredBy: string = model.modelId): string {
  const id = answeredBy === '' ? model.modelId : answeredBy;
  return model.provider === 'fallback' ? id : `${model.provider.split('.')[0] ?? model.provider}/${id}`;
}
