import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { gitHubAppPermissions } from '../../../platform/code-host/index.ts';
import { appPagePath, digestOf, type GitHubAppDeps } from './github-app.ts';
import { selectAppRequest } from './store.ts';
import type { AppRequestRow } from './tables.ts';

/**
 * Registers `GET /code-hosts/github-app/{state}`, the form that submits an App's manifest to GitHub. It is a separate
 * page because dashboard pages can't submit forms to other hosts. This page can, but only to a single address. It
 * contains no secrets.
 */
export function registerGitHubAppPage(
  app: FastifyInstance,
  deps: Pick<GitHubAppDeps, 'database' | 'baseUrl' | 'clock'>,
): void {
  app.get<{ Params: { state: string } }>(`${appPagePath}/:state`, async (request, reply) => {
    const { state } = request.params;
    const asked = await selectAppRequest(deps.database.kysely, digestOf(state), new Date(deps.clock.now()));
    const nonce = randomBytes(16).toString('base64');
    const formAction = asked === undefined ? "'none'" : new URL(asked.web_url).origin;
    void reply
      .code(asked === undefined ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      );
    const body = asked === undefined ? expired(deps.baseUrl) : showForm(asked, { state, baseUrl: deps.baseUrl, nonce });
    return reply.send(layout(body, nonce));
  });
}

/** Creates a manifest (docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest). */
export function toManifest({ app_name: name }: Pick<AppRequestRow, 'app_name'>, baseUrl: string) {
  return {
    name,
    url: baseUrl,
    redirect_url: `${baseUrl}/dashboard/code-hosts/github-app`,
    setup_url: `${baseUrl}/dashboard/code-hosts`,
    description: 'Publishes documentation and opens pull requests for it.',
    public: false,
    default_permissions: gitHubAppPermissions,
    default_events: [],
  };
}

function showForm(
  asked: AppRequestRow,
  { state, baseUrl, nonce }: { readonly state: string; readonly baseUrl: string; readonly nonce: string },
): string {
  const { web_url: webUrl, account } = asked;
  const path =
    account === '' ? '/settings/apps/new' : `/organizations/${encodeURIComponent(account)}/settings/apps/new`;
  const action = `${webUrl}${path}?state=${encodeURIComponent(state)}`;
  const manifest = JSON.stringify(toManifest(asked, baseUrl));
  const { host } = new URL(webUrl);
  return `<h1>Continue to ${escape(host)}</h1>
<p>${escape(host)} asks you to confirm the new app${account === '' ? '' : ` for ${escape(account)}`}.</p>
<form method="post" action="${escape(action)}"><input type="hidden" name="manifest" value="${escape(manifest)}">
<button>Continue to ${escape(host)}</button></form>
<script nonce="${nonce}">document.forms[0].submit()</script>`;
}

const expired = (baseUrl: string): string =>
  `<h1>This step has expired</h1><p>An app must be created within an hour. <a href="${escape(baseUrl)}/dashboard/code-hosts">Start again</a>.</p>`;

const layout = (body: string, nonce: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Connect GitHub · Docwright</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 1.5rem}button{font:inherit;padding:.5rem 1rem}</style>
</head><body><main>${body}</main></body></html>`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (found) => escapes[found] ?? '');
