import { request as httpsRequest } from 'node:https';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Readable } from 'node:stream';
import { networkReason } from '@docwright/bundle';
import { SiteError } from '../errors.ts';
import type { AddressRules } from '../outgoing/address-rules.ts';
import { checkedLookup, requireAllowedLiteral, showUrl } from '../outgoing/checked-lookup.ts';
import type { Target } from './read-target.ts';

export interface ForwardRequest extends Target {
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of `body`; 0 sends none. */
  readonly bodyBytes: number;
  readonly body: Readable;
  readonly rules: AddressRules;
  /** Covers the request and its complete response. */
  readonly signal: AbortSignal;
}

// Not imported: a module namespace reads every export, and one of node:http's exports loads the WebSocket client (8
// MB).
const { request: httpRequest } = process.getBuiltinModule('node:http');

/**
 * Sends one request, subject to the address rules, and returns the response head; the caller reads or destroys the
 * body. Redirects aren't followed: the reader sees their target. Throws SiteError `link-…`.
 */
export async function forwardRequest(request: ForwardRequest): Promise<IncomingMessage> {
  const { method, url, headers, bodyBytes, body, signal } = request;
  const check = { url, rules: request.rules, setting: 'playgroundProxy.allowedPrivateHosts' };
  requireAllowedLiteral(check);
  const length = bodyBytes > 0 || method === 'POST' || method === 'PUT' ? { 'content-length': String(bodyBytes) } : {};
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...length },
    lookup: checkedLookup(check),
    signal,
    agent: false,
  };
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
  if (bodyBytes === 0) outgoing.end();
  else body.pipe(outgoing);
  try {
    return await answerOf(outgoing);
  } catch (error) {
    if (error instanceof SiteError || !(error instanceof Error)) throw error;
    if (signal.aborted) throw new SiteError('link-timeout', `${showUrl(url.href)} took too long`, { cause: error });
    throw new SiteError('link-unreachable', `${showUrl(url.href)}: ${networkReason(error)}`, { cause: error });
  }
}

function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve);
  outgoing.on('error', reject);
  return promise;
}
