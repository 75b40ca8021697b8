import { resolvePolicy, type AgentPolicy } from '@docwright/doc-agent';
import type { ResolvedAgentSettings } from '../agent-settings/index.ts';

/** What the project allows, on top of what no project can allow. */
export function toPolicy({ limits, allowPaths, denyPaths, fetchHosts }: ResolvedAgentSettings): AgentPolicy {
  return resolvePolicy({ limits, allowPaths, denyPaths, fetchHosts });
}
