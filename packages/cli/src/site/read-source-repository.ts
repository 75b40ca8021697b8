import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { CodeHostKind, SourceRepository } from '@docwright/site-builder';

/** Public code hosts of each kind. URL formats of other hosts are unknown, so pages don't link to them. */
const publicHosts: Readonly<Record<CodeHostKind, readonly string[]>> = {
  github: ['github.com'],
  gitlab: ['gitlab.com'],
  gitea: ['codeberg.org', 'gitea.com'],
  bitbucket: ['bitbucket.org'],
};
const kindOfHost: ReadonlyMap<string, CodeHostKind> = new Map(
  (Object.keys(publicHosts) as CodeHostKind[]).flatMap((kind) =>
    publicHosts[kind].map((host) => [host, kind] as const),
  ),
);
/** Ports and alternative host names for SSH. */
const sshAliases: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};
/** Git's own files are never larger. */
const maxBytes = 256 * 1024;

/**
 * Returns the repository that contains a folder: remote `origin` and the checked-out branch, or the remote's default
 * branch. Git isn't run, because the folder may be untrusted and its configuration can name programs.
 */
export function readSourceRepository(folder: string): SourceRepository | undefined {
  for (let root = folder; ; root = dirname(root)) {
    const git = join(root, '.git');
    if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory() === true) {
      const remote = readOrigin(readText(join(git, 'config')));
      const branch =
        readBranch(readText(join(git, 'HEAD')), 'refs/heads/') ??
        readBranch(readText(join(git, 'refs/remotes/origin/HEAD')), 'refs/remotes/origin/');
      const web = toWebRepository(remote);
      const inside = relative(root, folder).split(sep).join('/');
      return web === undefined || branch === undefined ? undefined : { ...web, branch, folder: inside };
    }
    if (dirname(root) === root) return undefined;
  }
}

/** Returns the web address of a remote, without credentials, or `undefined` if its host isn't known. */
export function toWebRepository(remote: string): Pick<SourceRepository, 'kind' | 'url'> | undefined {
  const scp = /^(?:[\w.-]{1,64}@)?([\w.-]{1,253}):(?!\/\/)\/?(.{1,500})$/.exec(remote);
  const address = scp === null ? URL.parse(remote) : URL.parse(`ssh://${scp[1] ?? ''}/${scp[2] ?? ''}`);
  if (address === null || !/^(?:https?|ssh|git|git\+ssh):$/.test(address.protocol)) return undefined;
  const name = address.hostname.toLowerCase();
  const host = sshAliases[name] ?? name;
  const kind = kindOfHost.get(host);
  const path = address.pathname
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  const segments = path.split('/');
  const isPath = segments.every((segment) => /^(?!\.{1,2}$)[\w.~-]{1,100}$/.test(segment));
  const isDeepEnough = kind === 'gitlab' ? segments.length >= 2 && segments.length <= 20 : segments.length === 2;
  return kind === undefined || !isPath || !isDeepEnough ? undefined : { kind, url: `https://${host}/${path}` };
}

/** Returns `url` of `[remote "origin"]`, or `''`. */
function readOrigin(config: string): string {
  let isOrigin = false;
  for (const line of config.split('\n')) {
    const text = line.trim();
    if (text.startsWith('[')) isOrigin = /^\[remote\s"origin"\]/.test(text);
    else if (isOrigin && /^url\s*=/i.test(text))
      return text
        .slice(text.indexOf('=') + 1)
        .trim()
        .replaceAll('"', '');
  }
  return '';
}

function readBranch(head: string, prefix: string): string | undefined {
  const name = head.startsWith(`ref: ${prefix}`) ? head.slice(`ref: ${prefix}`.length).trim() : '';
  return /^(?!\/)[^\s~^:?*[\\]{1,250}$/.test(name) ? name : undefined;
}

/** Reads a file in git's folder. Returns `''` if it is missing, too large or a link. */
function readText(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= maxBytes ? readFileSync(path, 'utf8') : '';
}
