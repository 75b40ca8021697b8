import type { Sandbox, SandboxMode } from '../../../platform/sandbox/index.ts';

/** The actual isolation of customers' pages from the rest of the machine. */
export interface Isolation {
  readonly mode: SandboxMode;
  /** A notice for the operator; `undefined` if all boundaries are closed. */
  readonly warning: string | undefined;
}

export const noIsolation: Isolation = {
  mode: 'none',
  warning: 'Sites are built inside the service itself (DOCWRIGHT_SANDBOX=none), which is safe only for your own sites.',
};

export function describeIsolation({
  mode,
  openBoundaries,
  problem,
}: Pick<Sandbox, 'mode' | 'openBoundaries' | 'problem'>): Isolation {
  if (mode === 'none') return noIsolation;
  if (mode === 'bwrap') return { mode, warning: undefined };
  const why = problem === undefined ? 'DOCWRIGHT_SANDBOX=process' : problem;
  const network = openBoundaries.includes('network')
    ? "It has the service's network access and runs as its user."
    : "It has no network access, but it runs as the service's user.";
  return {
    mode,
    warning: `Sites are built without bubblewrap (${why}), in a process under Node's permission model. ${network}`,
  };
}
