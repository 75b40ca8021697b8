/** The values of a signed-in reader: for scripts of the site, components that read `user`, and the playground. */

interface ReaderValues {
  readonly user: object;
  readonly apiPlaygroundInputs: object;
}

const nobody: ReaderValues = { user: {}, apiPlaygroundInputs: {} };

/** Set next to the session's cookie, which scripts can't see. Without it, nothing is requested. */
function isSignedIn(): boolean {
  try {
    return /(?:^|; )(?:__Host-)?docwright_signed_in=/.test(document.cookie);
  } catch {
    // The page is in a frame without an origin, such as a preview in the dashboard.
    return false;
  }
}

async function requestValues(): Promise<ReaderValues> {
  const base = document.documentElement.dataset['base'] ?? '/';
  const answer = await fetch(`${base}_docwright/me`, { headers: { accept: 'application/json' } });
  return answer.ok ? { ...nobody, ...((await answer.json()) as Partial<ReaderValues>) } : nobody;
}

/** Sets `window.mintlify.user`, and dispatches `mintlify:user` once it is known. Nothing is stored. */
export function knowReader(): void {
  const place = window as { mintlify?: { user?: object } };
  const mintlify = (place.mintlify ??= {});
  mintlify.user ??= {};
  if (!isSignedIn()) return;
  const known = requestValues().catch(() => nobody);
  void known.then(({ user }) => {
    mintlify.user = user;
    document.dispatchEvent(new CustomEvent('mintlify:user', { detail: user, bubbles: true }));
  });
  document.addEventListener('docwright-inputs', (event) => {
    const { detail: fill } = event as CustomEvent<(inputs: object) => void>;
    void known.then(({ apiPlaygroundInputs }) => fill(apiPlaygroundInputs));
  });
}
