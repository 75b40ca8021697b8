import type { DeploymentSource } from '@docwright/contract';
import type { CodeHostKind } from '../../platform/code-host/index.ts';

/**
 * What tells of new commits: a push to the embedded code host, the hook of another one, and looking around. Nobody asked for a build,
 * so what is built already is not built again for it.
 */
export const hintSources = ['push', 'poll', 'github', 'gitlab', 'gitea', 'bitbucket'] as const;

const known: ReadonlySet<string> = new Set(hintSources);

export const isHint = (source: DeploymentSource): boolean => known.has(source);

/** A push, as its code host is named. */
export const toPushSource = (kind: CodeHostKind): (typeof hintSources)[number] => (kind === 'local' ? 'push' : kind);
