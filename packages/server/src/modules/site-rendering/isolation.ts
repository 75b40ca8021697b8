import type { Sandbox, SandboxMode } from '../../platform/sandbox/index.ts';

/** How customers' pages are kept from the rest of the machine, as it really is. */
export interface Isolation {
  readonly mode: SandboxMode;
  /** What an operator should know; undefined with nothing left open. */
  readonly warning: string | undefined;
}

export const noIsolation: Isolation = {
  mode: 'none',
  warning:
    'Sites are built inside of the service itself (DOCWRIGHT_SANDBOX=none): only one’s own sites are safe in it.',
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
    ? 'It has the network and the user of the service.'
    : 'It has no network, but the user of the service.';
  return {
    mode,
    warning: `Sites are built without bubblewrap (${why}), in a process under Node’s permission model. ${network}`,
  };
}
