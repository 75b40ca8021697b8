import { resolvePolicy, type AgentPolicy } from '@docwright/doc-agent';
import type { ResolvedAgentSettings } from '../agent-settings/index.ts';

/** What the project allows, on top of what no project can allow. */
export function toPolicy(settings: ResolvedAgentSettings): AgentPolicy {
  const { limits, allowPaths, allowScripts, denyPaths, fetchHosts } = settings;
  return resolvePolicy({ limits, allowPaths, allowScripts, denyPaths, fetchHosts });
}
