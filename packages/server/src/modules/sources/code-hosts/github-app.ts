import { createHash, randomBytes } from 'node:crypto';
import type { CompleteGitHubAppBody, GitHubAppStart, StartGitHubAppBody } from '@docwright/contract';
import { convertAppManifest, isCodeHostError, type ConvertedApp } from '../../../platform/code-host/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { checkCodeHost } from './check-code-host.ts';
import { codeHostRefused, invalidCodeHost, tooManyCodeHosts } from './errors.ts';
import { parseAccount, parseAddress, parsePrivateKey, type ParsedCodeHost } from './parse-code-host.ts';
import { requireAddresses, requireUnusedAddress, storeCodeHost, type SaveCodeHostDeps } from './save-code-host.ts';
import {
  countAppRequests,
  deleteOldAppRequests,
  insertAppRequest,
  lockCodeHostsOf,
  selectCodeHosts,
  takeAppRequest,
} from './store.ts';
import type { AppRequestRow, CodeHostRow } from './tables.ts';

export interface GitHubAppDeps extends SaveCodeHostDeps {
  readonly baseUrl: string;
}

const lifeSeconds = 3_600;
/** Maximum number of open requests from one organization. */
const maxRequests = 20;

/**
 * Starts creating a GitHub App from its manifest. The callback is accepted once, within an hour, from the same person
 * in the same organization, and only with the verifier: the state is visible to GitHub and in its logs, but the
 * verifier stays in the browser tab.
 * @throws {ApiError} invalid_code_host, code_host_taken, code_host_limit_reached
 */
export async function startGitHubApp(
  deps: GitHubAppDeps,
  principal: Principal,
  body: StartGitHubAppBody,
): Promise<GitHubAppStart> {
  const webUrl = parseAddress('webUrl', body.webUrl ?? 'https://github.com');
  const apiUrl = body.apiUrl === undefined ? null : parseAddress('apiUrl', body.apiUrl);
  await requireAddresses(deps, { webUrl, apiUrl });
  const account = parseAccount('github', body.account ?? '');
  const { organizationId, actor } = principal;
  const [state, verifier] = [makeToken(), makeToken()];
  const expiresAt = new Date(deps.clock.now() + lifeSeconds * 1_000);
  await deps.database.kysely.transaction().execute(async (tx) => {
    await lockCodeHostsOf(tx, organizationId);
    // For a person's own account, GitHub returns the name at the end.
    const place = { kind: 'github', webUrl, account: account === '' ? undefined : account } as const;
    requireUnusedAddress(deps, await selectCodeHosts(tx, organizationId), place);
    await deleteOldAppRequests(tx, new Date(deps.clock.now()));
    if ((await countAppRequests(tx, organizationId)) >= maxRequests) throw tooManyCodeHosts(maxRequests);
    await insertAppRequest(tx, {
      state_digest: digestOf(state),
      verifier_digest: digestOf(verifier),
      organization_id: organizationId,
      actor_id: actor.id,
      web_url: webUrl,
      api_url: apiUrl,
      account,
      // App names are unique on GitHub. The person can change the name there.
      app_name: `Docwright ${randomBytes(3).toString('hex')}`,
      expires_at: expiresAt,
    });
    const target = { kind: 'code_host', id: null, name: webUrl };
    await recordAuditEvent(tx, principal, { action: 'code_host.app_started', target, details: { account } });
  });
  const continueUrl = `${deps.baseUrl}${appPagePath}/${state}`;
  return { continueUrl, verifier, expiresAt: expiresAt.toISOString() };
}

/** @throws {ApiError} invalid_code_host, code_host_refused, code_host_taken, code_host_limit_reached */
export async function completeGitHubApp(
  deps: GitHubAppDeps,
  request: { readonly principal: Principal; readonly body: CompleteGitHubAppBody; readonly signal: AbortSignal },
): Promise<CodeHostRow> {
  const { principal, body, signal } = request;
  // Consumed before the code is used, so that the second of two concurrent requests finds nothing.
  const asked = await takeAppRequest(deps.database.kysely, {
    state_digest: digestOf(body.state),
    verifier_digest: digestOf(body.verifier),
    organization_id: principal.organizationId,
    actor_id: principal.actor.id,
    now: new Date(deps.clock.now()),
  });
  if (asked === undefined)
    throw invalidCodeHost(
      'state',
      'this step was started in another tab or by someone else, is already complete, or took longer than an hour. Start again.',
    );
  const app = await convert(deps, asked, { code: body.code, signal });
  const parsed: ParsedCodeHost = {
    kind: 'github',
    name: app.name.slice(0, 80),
    webUrl: asked.web_url,
    apiUrl: asked.api_url,
    // The App is private, so it can be installed only on the account that owns it.
    account: app.owner.toLowerCase(),
    credential: { kind: 'app', appId: String(app.id), privateKey: app.privateKey },
  };
  // Stored regardless of the result, because GitHub returns the key only once.
  const checked = await checkCodeHost(deps, () => parsed, signal);
  return storeCodeHost(deps, { principal, parsed, checked: { ...checked, appSlug: app.slug } });
}

async function convert(
  { http }: GitHubAppDeps,
  { web_url: webUrl, api_url: apiUrl }: AppRequestRow,
  { code, signal }: { readonly code: string; readonly signal: AbortSignal },
): Promise<ConvertedApp> {
  try {
    const app = await convertAppManifest({ http, webUrl, apiUrl: apiUrl ?? undefined }, code, signal);
    parsePrivateKey(app.privateKey);
    return app;
  } catch (error) {
    if (isCodeHostError(error)) throw codeHostRefused(error.message, error);
    throw error;
  }
}

export const appPagePath = '/code-hosts/github-app';

const makeToken = (): string => randomBytes(32).toString('base64url');
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
