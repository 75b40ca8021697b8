import { setTimeout } from 'node:timers/promises';
import { createSetupLink } from '../../packages/server/src/modules/identity/accounts/index.ts';
import { totpOf } from '../../packages/server/src/modules/identity/accounts/testing/totp-of.ts';
import type { Answer, RequestOptions, TestService } from '../api/test-service.ts';

/** Acts like a browser on the service's own pages: it stores cookies and sends the origin of its requests. */
export interface Browser {
  readonly cookies: Map<string, string>;
  request(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export function openBrowser(service: Pick<TestService, 'baseUrl' | 'request'>): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    request: async (method, path, body, headers = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const options: RequestOptions = {
        key: null,
        ...(body !== undefined && { body }),
        headers: { ...(cookie !== '' && { cookie }), origin: new URL(service.baseUrl).origin, ...headers },
      };
      const answer = await service.request(method, path, options);
      keepCookies(cookies, answer.headers.getSetCookie());
      return answer;
    },
  };
}

export function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = ''] = line.split(';', 1);
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0(;|$)/i.test(line)) cookies.delete(name);
    else cookies.set(name, pair.slice(name.length + 1));
  }
}

export const password = 'a meadow behind 7 hills';

/** Creates the first owner, and signs them in. */
export async function setUpOwner(service: TestService, email = 'ada@example.com'): Promise<Browser> {
  const { database } = service.api.platform;
  const { token } = await createSetupLink(database, { organizationId: service.organizationId, email: undefined });
  const browser = openBrowser(service);
  const made = await browser.request('POST', '/auth/setup', { token, name: 'Ada', email, password });
  if (made.status !== 200) throw new Error(`setup returned ${made.text}`);
  return browser;
}

/** Invites a member with a role, and signs them in. */
export async function invite(
  service: TestService,
  owner: Browser,
  invitation: { readonly email: string; readonly role: string },
): Promise<Browser> {
  const made = await owner.request('POST', '/v1/organization/invitations', invitation);
  if (made.status !== 201) throw new Error(`the invitation returned ${made.text}`);
  const browser = openBrowser(service);
  const token = tokenOf(made.json.acceptUrl);
  const accepted = await browser.request('POST', '/auth/invitation', { token, name: invitation.role, password });
  if (accepted.status !== 200) throw new Error(`accepting returned ${accepted.text}`);
  return browser;
}

/** Returns the token in an invitation link or a setup link. */
export const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/**
 * Returns a function that generates codes as an authenticator app does, each for a later time step, so that none was
 * used before. Each is accepted for at least 30 s. If a code is too early, the function waits until it is accepted.
 */
export function totpSequence(uri: string): () => Promise<string> {
  const stepMs = 30_000;
  const currentStep = (): number => Math.floor(Date.now() / stepMs);
  let step = 0;
  return async () => {
    step = Math.max(step + 1, currentStep());
    // The service accepts the code of the next step.
    while (step > currentStep() + 1) await setTimeout(100);
    return totpOf(uri, step * stepMs);
  };
}
