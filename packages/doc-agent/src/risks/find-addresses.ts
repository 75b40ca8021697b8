import { trimEndOf } from '../text/trim-end.ts';
import type { Finding } from './finding.ts';
import type { TextLine } from './read-lines.ts';
import { decodeEscapes } from './decode-text.ts';
import { findOwner, sharedHosts } from './shared-hosts.ts';

/**
 * Absolute or scheme-relative addresses. The URL Standard treats a backslash as a slash, and accepts any number of
 * slashes after `http:`. Groups: the text before slashes without a scheme, scheme, host with port, rest.
 */
const address =
  /(?:(?<![a-z0-9+.-])(https?):[\\/]{0,8}|(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}):[\\/]{2}|(^|[^:\\/])[\\/]{2})(?:[^\s\\/?#@"'`<>]{0,200}@)?(\[[0-9a-f:.]{2,45}\]|[^\s\\/?#@"'`<>(){}[\]|,;^$*:]{1,253})(?::\d{1,5})?([\\/?#][^\s"'`<>(){}[\]|\\^]{0,500})?/gi;
/** `git@host:owner/repository`, `user@host`. */
const login = /(?:^|[\s"'`=])[a-z0-9._-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5})(?::([\w./~-]{1,200}))?/gi;
const networkPrograms =
  /(?:^|[\s;&|(`"'$])(?:curl|wget|aria2c|http|https|xh|ssh|scp|sftp|rsync|nc|ncat|netcat|telnet|ftp|socat|openssl|ping|dig|nslookup|iwr|irm|invoke-webrequest|invoke-restmethod|git|docker|podman|nerdctl|helm|oras|go|certutil|bitsadmin|mosquitto_pub|psql|mysql|mongosh|redis-cli|kubectl|ngrok|cloudflared)(?:\.exe)?\s/i;
const bareHost =
  /(?<![\w.@/\\%-])((?:[a-z0-9-]{1,63}\.){1,5}([a-z]{2,24}))((?:\/|:\d)[^\s"'`<>|;&)]{0,300})?(?![\w@.-])/gi;
/** File extensions: a name with one of them counts as a host only if a path follows. */
const fileEndings =
  /^(?:sh|py|rs|md|mdx|zip|gz|tgz|tar|js|ts|tsx|jsx|mjs|cjs|json|ya?ml|toml|txt|pem|key|crt|cer|csr|go|rb|php|pl|java|jar|war|css|html?|xml|csv|sql|log|conf|cfg|ini|env|lock|deb|rpm|dmg|pkg|exe|msi|bat|ps|app|png|jpe?g|gif|svg|webp|pdf|example|local|internal|localhost|svc|cluster|out|bak|tmp|git|data|db|sock|name|id|map|test|spec|config|min|default|so|dll|parquet|ipynb|proto|graphql|tf|tfvars|service|in|bin|iso|img|wasm|enabled|host|port|user|email|version|metadata|items|status)$/;
const shared = new RegExp(
  String.raw`(?<![\w.@/\\-])(?:www\.)?(${sharedHosts.map((host) => host.replaceAll('.', String.raw`\.`)).join('|')})(/[^\s"'\`<>(){}|\\^]{1,300})`,
  'gi',
);

export function findAddresses({ text, number, fence }: TextLine): Finding[] {
  const line = decodeEscapes(text);
  if (!/[/\\@.:]/.test(line)) return [];
  const found: Finding[] = [];
  const add = (host: string, path: string): void => {
    const finding = toFinding(host, path, number);
    if (finding !== undefined) found.push(finding);
  };
  for (const match of line.matchAll(address)) {
    const [, web, other, before, host = '', path = ''] = match;
    const isRelative = web === undefined && other === undefined;
    // In code, two slashes begin a comment.
    if (isRelative && fence !== undefined && !/^["'`(=<{]$/.test(before ?? '')) continue;
    add(host, path.replaceAll('\\', '/'));
    // An address can contain the address that it redirects to.
    if (/[\\/]{2}/.test(path.slice(1)))
      for (const [, , , , inner = '', rest = ''] of path.slice(1).matchAll(address)) add(inner, rest);
  }
  if (line.includes('@'))
    for (const [, host = '', path = ''] of line.matchAll(login))
      if (path !== '' || networkPrograms.test(line)) add(host, `/${path}`);
  const dot = line.search(/\w\.\w/);
  if (dot !== -1 && line.includes('/', dot))
    for (const [, host = '', path = ''] of line.matchAll(shared)) add(host, path);
  for (const command of listCommands(line, fence)) {
    if (!networkPrograms.test(command)) continue;
    for (const [, host = '', ending = '', path = ''] of command.matchAll(bareHost))
      if (path.startsWith('/') || !fileEndings.test(ending.toLowerCase())) add(host, path);
  }
  return found;
}

/** A line of a code fence, or inline code. */
const listCommands = (line: string, fence: string | undefined): readonly string[] =>
  fence === undefined ? (line.match(/`[^`\n]{1,1000}`/g) ?? []) : [line];

/** RFC 2606, RFC 6761, RFC 5737, RFC 3849, RFC 1918 and loopback: reserved, so they belong to no one. */
const reserved =
  /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test|localhost|local|internal)$|^(?:127\.\d+|0\.0|10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$|^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^\[(?:::1?|2001:db8:.*|f[cd][0-9a-f]{2}:.*)\]$/;

function toFinding(written: string, path: string, line: number): Finding | undefined {
  const host = toHost(written);
  if (host === undefined || reserved.test(host)) return undefined;
  const owner = findOwner(host, path);
  if (owner === undefined) return { kind: 'host', value: host, line, askedBy: [host] };
  // A link to the front page of a shared host names no particular publisher.
  if (!owner.includes('/') && !owner.includes('?'))
    return { kind: 'owner', value: owner, line, askedBy: [owner], isMinor: true };
  return { kind: 'owner', value: owner, line, askedBy: [owner, ...namesOf(owner)] };
}

/** Names that are written without the host, such as `owner/repository` or `@scope/package`. */
function namesOf(owner: string): string[] {
  const rest = owner.slice(owner.indexOf('/') + 1).replace(/^(?:package|project|crates|gems|packages|r|npm)\//, '');
  return rest.includes('/') || rest.startsWith('@') || owner.startsWith('npmjs.com/') ? [rest] : [];
}

/** The host as a browser requests it; `undefined` for invalid hosts, and for names without a dot. */
export function toHost(written: string): string | undefined {
  const trimmed = trimEndOf(written, '.,;:!_-');
  if (!/[.\u3002\uFF0E\uFF61%:]|^\d+$|^0x[0-9a-f]+$/i.test(trimmed)) return undefined;
  let host: string;
  try {
    host = new URL(`http://${trimmed}/`).hostname;
  } catch {
    return undefined;
  }
  if (/^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(host)) return host;
  // Excludes `a.b` in a code sample: top-level domains have only letters, or are in Punycode.
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+){0,10}\.(?:[a-z]{2,24}|xn--[a-z0-9-]{1,59})$/.test(host) ? host : undefined;
}
