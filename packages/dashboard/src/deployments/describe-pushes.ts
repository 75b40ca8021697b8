import type { CodeHostHook } from '@docwright/sdk';

/** How the service detects that a branch has moved. */
export type PushSource =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'reported'; readonly at: string }
  /** A hook exists, but nothing was received from it. */
  | { readonly kind: 'silent'; readonly problem: string | null }
  | { readonly kind: 'asked' };

type Hook = Pick<CodeHostHook, 'lastEventAt' | 'installProblem'>;

/** @param hooks hooks of every project of the repository: one hook notifies all projects */
export function findPushSource(hooks: readonly Hook[]): PushSource {
  const [last] = hooks.flatMap(({ lastEventAt }) => lastEventAt ?? []).sort((a, b) => b.localeCompare(a));
  if (last !== undefined) return { kind: 'reported', at: last };
  const [silent] = hooks;
  return silent === undefined ? { kind: 'asked' } : { kind: 'silent', problem: silent.installProblem };
}

/** Whether a repository is on the code host of the installation whose dashboard is at `origin`. */
export function isEmbedded(repository: string, origin: string): boolean {
  const url = URL.parse(repository);
  return url !== null && url.origin === origin && url.pathname.startsWith('/git/');
}
