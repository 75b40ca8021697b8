import type { AgentLimitName, AgentSettings } from '@docwright/contract';
import type { AddressRules } from '../../sources/repositories/index.ts';
import { defaultAllowPaths, defaultLimits } from '@docwright/doc-agent';
import { toContextRepositories } from './context-repositories.ts';
import type { AgentSettingsRow } from './store.ts';

/**
 * The settings of a project's agent jobs, with defaults for those that the project doesn't set. Context repositories
 * have their stored address.
 */
export type ResolvedAgentSettings = Omit<AgentSettings, 'updatedAt'>;

export const limitNames: readonly AgentLimitName[] = [
  'maxSteps',
  'maxFiles',
  'maxMechanicalFiles',
  'maxPatchBytes',
  'maxFileBytes',
  'maxDurationMs',
  'maxTokens',
  'maxCostUsd',
  'maxRepairRounds',
];

export function resolveAgentSettings(row: AgentSettingsRow | undefined): ResolvedAgentSettings {
  const stored = row?.settings ?? {};
  const limits = limitNames.map((name) => [name, stored.limits?.[name] ?? defaultLimits[name]]);
  return {
    instructions: stored.instructions ?? '',
    guidePaths: [...(stored.guidePaths ?? [])],
    labels: [...(stored.labels ?? [])],
    reviewers: [...(stored.reviewers ?? [])],
    drafts: stored.drafts ?? 'as_asked',
    allowPaths: [...(stored.allowPaths ?? defaultAllowPaths)],
    allowScripts: stored.allowScripts ?? false,
    reviewsChanges: stored.reviewsChanges ?? false,
    codeAnchors: stored.codeAnchors ?? false,
    denyPaths: [...(stored.denyPaths ?? [])],
    contextRepositories: [...(stored.contextRepositories ?? [])],
    fetchHosts: [...(stored.fetchHosts ?? [])],
    limits: Object.fromEntries(limits) as AgentSettings['limits'],
  };
}

export function toAgentSettings(row: AgentSettingsRow | undefined, rules: AddressRules): AgentSettings {
  const settings = resolveAgentSettings(row);
  return {
    ...settings,
    contextRepositories: toContextRepositories(settings.contextRepositories, rules),
    updatedAt: row?.updated_at.toISOString() ?? null,
  };
}
