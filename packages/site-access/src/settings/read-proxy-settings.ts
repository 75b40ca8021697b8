import { isIP } from 'node:net';
import type { ProxyAccess } from '../site-access.ts';
import { AccessSettingsError } from './access-settings-error.ts';

export interface ProxyDraft {
  readonly addresses: readonly string[];
  readonly userHeader?: string | undefined;
  readonly groupsHeader?: string | undefined;
  readonly nameHeader?: string | undefined;
  readonly emailHeader?: string | undefined;
  readonly secretHeader?: string | undefined;
  readonly certificateSubject?: string | null | undefined;
}

export type ProxySettings = Omit<ProxyAccess, 'mode' | 'proof'> & {
  /** The header that contains the secret. */
  readonly secretHeader: string;
  /** If set, the proxy identifies itself with a client certificate instead of the secret. */
  readonly certificateSubject: string | null;
};

export const shortestProxySecret = 16;

const defaults = {
  userHeader: 'X-Forwarded-User',
  groupsHeader: 'X-Forwarded-Groups',
  nameHeader: 'X-Forwarded-Preferred-Username',
  emailHeader: 'X-Forwarded-Email',
  secretHeader: 'X-Proxy-Secret',
} as const;

type HeaderSetting = keyof typeof defaults;

/** Headers that clients or servers set themselves, with another meaning. */
const taken = new Set(
  'accept accept-encoding authorization connection content-length content-type cookie forwarded host if-match if-none-match origin range referer transfer-encoding upgrade user-agent via x-forwarded-for x-forwarded-host x-forwarded-proto'.split(
    ' ',
  ),
);
/** Shortest allowed prefixes. A wider network would contain addresses that don't belong to one operator's proxies. */
const widest = { 4: 8, 6: 32 } as const;

/** Reads the settings of a proxy. @throws {AccessSettingsError} */
export function readProxySettings(draft: ProxyDraft): ProxySettings {
  const addresses = [...new Set(draft.addresses.map((text, index) => readNetwork(text.trim(), index)))];
  if (addresses.length === 0)
    throw new AccessSettingsError(
      '/proxy/addresses',
      "is empty: add the proxy's address, such as 10.0.0.5 or 10.0.0.0/24",
    );
  return { addresses, ...readHeaders(draft), certificateSubject: readSubject(draft.certificateSubject ?? null) };
}

/**
 * Parses `CN=proxy,O=Example`, even with OpenSSL's spaces and quotation marks, into the form of a connection's subject,
 * for comparison. Node.js escapes commas in values, so that a value can't look like another part.
 */
function readSubject(text: string | null): string | null {
  if (text === null) return null;
  const parts = text.split(/(?<!\\),\s*(?=[\w.]{1,60}\s*=)/).map((part) => {
    const equals = part.indexOf('=');
    const value = part.slice(equals + 1).trim();
    const plain = (/^"(.*)"$/.exec(value)?.[1] ?? value).replaceAll(/\\(.)/g, '$1');
    return { name: part.slice(0, Math.max(equals, 0)).trim(), value: plain };
  });
  const isSubject = parts.every(({ name, value }) => /^(?:[A-Za-z]\w*|\d+(?:\.\d+)+)$/.test(name) && value !== '');
  if (!isSubject || /\p{Cc}/u.test(text))
    throw new AccessSettingsError(
      '/proxy/certificateSubject',
      `"${text.slice(0, 100)}" is not the subject of a certificate, such as CN=proxy,O=Example`,
    );
  return parts.map(({ name, value }) => `${name}=${value.replaceAll(/[,+"\\<>;]/g, String.raw`\$&`)}`).join(',');
}

function readNetwork(text: string, index: number): string {
  const path = `/proxy/addresses/${index}`;
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const length = prefix === undefined ? most : Number(prefix);
  const isNetwork =
    family !== 0 && more.length === 0 && /^(?:\d{1,3})?$/.test(prefix ?? '') && prefix !== '' && length <= most;
  if (!isNetwork || address.includes('%'))
    throw new AccessSettingsError(
      path,
      `"${text.slice(0, 100)}" is not an IP address or a network, such as 10.0.0.5, 10.0.0.0/24 or fd00:1::/64`,
    );
  const least = widest[family === 6 ? 6 : 4];
  if (length < least)
    throw new AccessSettingsError(
      path,
      `"${text}" is too wide: anyone in it who knows the secret could name any reader. The widest network is /${least} for IPv${family}; enter the addresses of the proxy`,
    );
  return text;
}

function readHeaders(draft: ProxyDraft): Record<HeaderSetting, string> {
  const owners = new Map<string, HeaderSetting>();
  const read = (setting: HeaderSetting): string => {
    const path = `/proxy/${setting}`;
    const name = draft[setting]?.trim() || defaults[setting];
    const lower = name.toLowerCase();
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      throw new AccessSettingsError(path, `"${name.slice(0, 100)}" is not the name of an HTTP header`);
    if (taken.has(lower))
      throw new AccessSettingsError(path, `"${name}" already has another meaning; use another header`);
    const owner = owners.get(lower);
    if (owner !== undefined) throw new AccessSettingsError(path, `"${name}" is also the value of ${owner}`);
    owners.set(lower, setting);
    return name;
  };
  return {
    userHeader: read('userHeader'),
    groupsHeader: read('groupsHeader'),
    nameHeader: read('nameHeader'),
    emailHeader: read('emailHeader'),
    secretHeader: read('secretHeader'),
  };
}
