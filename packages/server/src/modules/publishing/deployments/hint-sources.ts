import { codeHostKinds, type DeploymentSource } from '@docwright/contract';
import type { CodeHostKind } from '../../../platform/code-host/index.ts';

/**
 * Sources that report new commits: a push to the embedded code host, another host's hook, and polling. Nobody requested
 * a build, so a commit that is already built isn't built again.
 */
export const hintSources = ['push', 'poll', ...codeHostKinds] as const;

const known: ReadonlySet<string> = new Set(hintSources);

export const isHint = (source: DeploymentSource): boolean => known.has(source);

/** Returns the source of a push: the kind of its code host, or `push` for a local code host. */
export const toPushSource = (kind: CodeHostKind): (typeof hintSources)[number] => (kind === 'local' ? 'push' : kind);
