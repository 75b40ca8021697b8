import type { Queryable } from '../../../platform/database/index.ts';
import { resolveAgentSettings, type ResolvedAgentSettings } from './agent-settings.ts';
import { selectAgentSettings, type AgentSettingsTables } from './store.ts';

/** Finds the settings, with defaults filled in, for a turn that is about to start. */
export async function findAgentSettings(
  db: Queryable<AgentSettingsTables>,
  name: { readonly organizationId: string; readonly projectId: string },
): Promise<ResolvedAgentSettings> {
  return resolveAgentSettings(await selectAgentSettings(db, name));
}
