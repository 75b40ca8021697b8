/** Turns a reader's input into a WebSocket address. Pure, so that it can be tested without a browser. */
import { fieldKey } from './build-fetch.ts';
import type { ChannelData } from './playground-data.ts';

export interface ChannelInput {
  readonly server: string;
  /** Keyed by place and field name, such as `query token`. */
  readonly values: ReadonlyMap<string, string>;
}

export function channelAddress(data: ChannelData, { server, values }: ChannelInput): string {
  let path = data.path;
  const query: string[] = [];
  for (const field of data.fields) {
    const value = values.get(fieldKey(field)) ?? '';
    if (field.place === 'path') path = path.replaceAll(`{${field.name}}`, encodeURIComponent(value));
    else if (value !== '') query.push(`${encodeURIComponent(field.name)}=${encodeURIComponent(value)}`);
  }
  const joint = path === '' || path.startsWith('/') || path.startsWith('?') ? '' : '/';
  const address = server.replace(/\/$/, '') + joint + path;
  return query.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
}

/** The reason that a page can't connect to the address, or `undefined` if it can. */
export function addressFault(address: string, page: string): string | undefined {
  if (!URL.canParse(address)) return `"${address}" is not an address.`;
  const { protocol } = new URL(address);
  if (protocol !== 'ws:' && protocol !== 'wss:') return `"${address}" does not begin with ws:// or wss://.`;
  if (
    protocol === 'ws:' &&
    page.startsWith('https:') &&
    !/^ws:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(address)
  )
    return 'This page was loaded over HTTPS, so browsers allow only wss:// connections.';
  return undefined;
}

const closeReasons: ReadonlyMap<number, string> = new Map([
  [1000, 'closed normally'],
  [1001, 'the server is shutting down'],
  [1002, 'protocol error'],
  [1003, 'the server does not accept this type of data'],
  [1005, 'closed without a reason'],
  [1006, 'the connection was lost'],
  [1007, 'a message was not valid text'],
  [1008, 'the server refused, because of its policy'],
  [1009, 'a message was too large'],
  [1011, 'the server had an error'],
  [1012, 'the server is restarting'],
  [1013, 'the server is busy: try again later'],
  [1015, 'the server’s certificate was not accepted'],
]);

/** Describes the end of a connection in words (RFC 6455, section 7.4, and the IANA registry of close codes). */
export function closeText(code: number, reason: string): string {
  const known =
    closeReasons.get(code) ?? (code >= 4000 ? 'for an application-specific reason' : 'for an unknown reason');
  return `Closed: ${known} (${code})${reason === '' ? '' : `: ${reason}`}`;
}
