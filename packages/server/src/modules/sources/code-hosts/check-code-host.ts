import type { CodeHostCheck } from '@docwright/contract';
import { isCodeHostError, type CredentialFindings } from '../../../platform/code-host/index.ts';
import { openAccount, type HostAccess, type HostDeps } from './open-code-host.ts';

export interface CheckedHost {
  readonly check: CodeHostCheck;
  readonly appSlug: string | null;
}

/** Checks a credential with its code host. A refusal is a result, not an error. */
export async function checkCodeHost(
  deps: HostDeps,
  host: () => HostAccess,
  signal?: AbortSignal,
): Promise<CheckedHost> {
  const checkedAt = new Date(deps.clock.now()).toISOString();
  try {
    const found = await openAccount(deps, host()).check(signal);
    return { check: { ...describe(found), checkedAt }, appSlug: found.appSlug ?? null };
  } catch (error) {
    if (!isCodeHostError(error)) throw error;
    const check = { status: 'failed' as const, message: error.message, signedInAs: null, permissions: [], checkedAt };
    return { check, appSlug: null };
  }
}

function describe({ signedInAs, permissions }: CredentialFindings): Omit<CodeHostCheck, 'checkedAt'> {
  const missing = permissions.filter(({ status }) => status === 'missing').map(({ name }) => name);
  const unknown = permissions.filter(({ status }) => status === 'unknown').map(({ name }) => name);
  const who = signedInAs === undefined ? 'The credential is accepted' : `Signed in as ${signedInAs.slice(0, 200)}`;
  const what =
    missing.length > 0
      ? `it lacks: ${missing.join('; ')}`
      : unknown.length > 0
        ? `the code host doesn't report these permissions: ${unknown.join('; ')}. Check a repository to find out`
        : 'it has every permission';
  return {
    status: missing.length > 0 ? 'incomplete' : 'ready',
    message: `${who}; ${what}.`,
    signedInAs: signedInAs?.slice(0, 200) ?? null,
    permissions: [...permissions],
  };
}
