/** A signed-in reader's values, for the site's scripts, components that read `user`, and the playground. */

interface ReaderValues {
  readonly user: object;
  readonly apiPlaygroundInputs: object;
}

const nobody: ReaderValues = { user: {}, apiPlaygroundInputs: {} };

/**
 * Checks for the cookie that is set together with the session cookie, which scripts can't read. Without it, nothing is
 * requested.
 */
export function isSignedIn(): boolean {
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

/** Requests the user object from the site owner's API, which identifies the reader by its own cookies. */
async function requestInfo(url: string): Promise<ReaderValues> {
  const answer = await fetch(url, { credentials: 'include', headers: { accept: 'application/json' } });
  if (!answer.ok) return nobody;
  const { content, apiPlaygroundInputs, expiresAt } = (await answer.json()) as Readonly<Record<string, unknown>>;
  if (typeof expiresAt === 'number' && expiresAt * 1000 <= Date.now()) return nobody;
  return { user: toObject(content), apiPlaygroundInputs: toObject(apiPlaygroundInputs) };
}

const toObject = (value: unknown): object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

/** Sets `window.mintlify.user`, and dispatches `mintlify:user` once it is known. Nothing is stored. */
export function knowReader(): void {
  const place = window as { mintlify?: { user?: object } };
  const mintlify = (place.mintlify ??= {});
  mintlify.user ??= {};
  const { info } = document.documentElement.dataset;
  // A sign-in on the site itself takes precedence.
  const request = isSignedIn() ? requestValues() : info === undefined ? undefined : requestInfo(info);
  if (request === undefined) return;
  const known = request.catch(() => nobody);
  void known.then(({ user }) => {
    mintlify.user = user;
    document.dispatchEvent(new CustomEvent('mintlify:user', { detail: user, bubbles: true }));
  });
  document.addEventListener('docwright-inputs', (event) => {
    const { detail: fill } = event as CustomEvent<(inputs: object) => void>;
    void known.then(({ apiPlaygroundInputs }) => fill(apiPlaygroundInputs));
  });
}
