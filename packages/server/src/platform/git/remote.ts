import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realpath } from 'node:fs/promises';
import type { GitConfigEntry, GitProtocol } from './environment.ts';
import { GitError } from './errors.ts';
import type { RemoteRepository } from './mirror.ts';
import { quote } from './names.ts';
import { createResolveHost, defaultPort, type ResolveHost } from './resolve-host.ts';
import type { GitSettings } from './settings.ts';

/** A remote in the form that a network command needs. */
export interface RemoteAccess {
  readonly url: string;
  readonly protocol: GitProtocol;
  readonly config: readonly GitConfigEntry[];
  readonly secrets: readonly GitConfigEntry[];
}

/**
 * Checks a remote's address and converts it for git. The host name is resolved and checked here, and the result is
 * pinned, so that git's own lookup can't differ.
 */
export async function openRemote(
  remote: Omit<RemoteRepository, 'id'>,
  settings: GitSettings,
  resolveHost: ResolveHost = createResolveHost(settings.allowedPrivateHosts),
): Promise<RemoteAccess> {
  const url = parseRemoteUrl(remote.url);
  if (url.protocol === 'file:') {
    return { url: await localPath(url, settings), protocol: 'file', config: [], secrets: [] };
  }
  if (url.protocol === 'http:' && !settings.plainHttpHosts.includes(url.host)) {
    throw new GitError('invalid-remote', `${quote(url.host)} is not allowed over http. Use https.`);
  }
  const authorization = await remote.authorization?.();
  return {
    url: url.href,
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    config: await pinAddress(url, settings, resolveHost),
    secrets:
      authorization === undefined
        ? []
        : [{ key: `http.${url.origin}/.extraHeader`, value: `Authorization: ${requireHeaderValue(authorization)}` }],
  };
}

function parseRemoteUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['https:', 'http:', 'file:'].includes(url.protocol)) {
    throw new GitError('invalid-remote', 'The repository address is not an https: URL.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new GitError(
      'invalid-remote',
      'The repository address contains credentials, a query or a fragment. Remove them.',
    );
  }
  return url;
}

/** Checks a local path. Both paths are resolved, so that a link inside the root that points outside is refused. */
async function localPath(url: URL, settings: GitSettings): Promise<string> {
  const root = settings.localRoot;
  if (root === undefined || url.host !== '')
    throw new GitError('invalid-remote', 'file: repositories are not allowed here.');
  const path = await realpath(fileURLToPath(url)).catch((cause: unknown) => {
    throw new GitError('repository-not-found', 'The local repository does not exist.', { cause });
  });
  const inside = relative(await realpath(resolve(root)), path);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) {
    throw new GitError('invalid-remote', 'The local repository is outside the allowed folder.');
  }
  return path;
}

/** Pins the host's checked addresses, unless there is a proxy: in that case, it resolves names and its rules apply. */
async function pinAddress(
  url: URL,
  settings: GitSettings,
  resolveHost: ResolveHost,
): Promise<readonly GitConfigEntry[]> {
  if (settings.proxy !== undefined) return [];
  const port = url.port === '' ? defaultPort(url) : url.port;
  const addresses = await resolveHost(url);
  return [{ key: 'http.curloptResolve', value: `${url.hostname}:${port}:${addresses.join(',')}` }];
}

function requireHeaderValue(value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value;
  throw new GitError(
    'permission-denied',
    "The repository's credential contains characters that are not valid in a header.",
  );
}
