import type { CodeHostHook } from '@docwright/sdk';

/** How the service detects that a branch has moved. */
export type PushSource =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'reported'; readonly at: string }
  /** A hook exists, but has sent no events. */
  | { readonly kind: 'silent'; readonly problem: string | null }
  | { readonly kind: 'asked' };

type Hook = Pick<CodeHostHook, 'lastEventAt' | 'installProblem'>;

/** @param hooks hooks of all projects with this repository, because one hook notifies all projects */
export function findPushSource(hooks: readonly Hook[]): PushSource {
  const [last] = hooks.flatMap(({ lastEventAt }) => lastEventAt ?? []).sort((a, b) => b.localeCompare(a));
  if (last !== undefined) return { kind: 'reported', at: last };
  const [silent] = hooks;
  return silent === undefined ? { kind: 'asked' } : { kind: 'silent', problem: silent.installProblem };
}

/** Whether a repository is on the embedded code host of the installation with its dashboard at `origin`. */
export function isEmbedded(repository: string, origin: string): boolean {
  const url = URL.parse(repository);
  return url !== null && url.origin === origin && url.pathname.startsWith('/git/');
}
