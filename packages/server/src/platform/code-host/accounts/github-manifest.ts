import { CodeHostError } from '../errors.ts';
import { defaultGitHubApiUrl, gitHubHeaders } from '../github/create-github.ts';
import { asObject, numberOf, optionalObject, optionalText, textOf } from '../read-json.ts';
import { withoutSlash } from '../rest-code-host.ts';
import type { AccountOptions } from './account.ts';
import { askHost, requireOk } from './ask-host.ts';

/** A GitHub App created from a manifest. GitHub returns these values only once. */
export interface ConvertedApp {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Login of the account or organization. */
  readonly owner: string;
  /** A PEM file. */
  readonly privateKey: string;
}

/** Exchanges the code in GitHub's redirect, which is valid once. @throws CodeHostError */
export async function convertAppManifest(
  { http, webUrl, apiUrl }: Pick<AccountOptions, 'http' | 'webUrl' | 'apiUrl'>,
  code: string,
  signal: AbortSignal,
): Promise<ConvertedApp> {
  const address = withoutSlash(apiUrl ?? defaultGitHubApiUrl(withoutSlash(webUrl)));
  const url = `${address}/app-manifests/${encodeURIComponent(code)}/conversions`;
  const answer = await askHost(http, { method: 'POST', url, headers: gitHubHeaders, signal });
  if (answer.status === 404 || answer.status === 422)
    throw new CodeHostError(
      'unauthorized',
      "GitHub doesn't accept the code that it returned: each code works once, for an hour. Start again.",
    );
  const app = asObject(requireOk(answer));
  const slug = textOf(app, 'slug');
  const owner = textOf(optionalObject(app, 'owner') ?? {}, 'login');
  if (!/^[a-z0-9-]{1,100}$/i.test(slug) || !/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(owner))
    throw new CodeHostError('unexpected-answer', "The name of the app or its owner can't be part of an address.");
  const id = numberOf(app, 'id');
  if (!Number.isSafeInteger(id) || id < 1) throw new CodeHostError('unexpected-answer', "The app's ID is invalid.");
  return { id, slug, owner, name: optionalText(app, 'name') ?? slug, privateKey: textOf(app, 'pem') };
}
