import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { SiteError } from '../errors.ts';
import { bareHost } from './address-rules.ts';
import type { AddressRules } from './address-rules.ts';

/** A connection that is about to be opened, and the check that must allow it. */
export interface AddressCheck {
  readonly url: URL;
  readonly rules: AddressRules;
  /** Name of the setting that could allow a private address, for the message. */
  readonly setting: string;
}

/** Shows a URL for logs, without its query: the query of a presigned link is a secret. */
export function showUrl(url: string): string {
  if (!URL.canParse(url)) return '(not a URL)';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Returns `host:port`, with the default port of the scheme. */
export function hostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** Creates the error for a refused address. Readers see the message, so the address is only in the cause. */
function refuseAddress({ url, setting }: AddressCheck, address: string): SiteError {
  return new SiteError('link-address', `${showUrl(url.href)} has a private address; allow it with ${setting}`, {
    cause: new Error(`${url.hostname} is at ${address}`),
  });
}

function targetOf(url: URL): { readonly hostname: string; readonly port: string } {
  return { hostname: url.hostname, port: hostAndPort(url).slice(url.hostname.length + 1) };
}

/** Resolves and checks in one step, so that the connection uses the checked address. */
export function checkedLookup(check: AddressCheck): LookupFunction {
  const target = targetOf(check.url);
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const bad = addresses.find(({ address }) => !check.rules.allows(target, address));
      if (bad !== undefined) return callback(refuseAddress(check, bad.address), []);
      const first = addresses[0];
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/** Throws SiteError `link-address`. Sockets don't look up literal addresses, so these are checked here. */
export function requireAllowedLiteral(check: AddressCheck): void {
  const host = bareHost(check.url.hostname);
  if (isIP(host) !== 0 && !check.rules.allows(targetOf(check.url), host)) throw refuseAddress(check, host);
}
