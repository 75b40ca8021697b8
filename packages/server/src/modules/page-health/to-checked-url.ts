import { isIP } from 'node:net';
import { isPrivateAddress } from '@docwright/bundle';

/** Longer addresses are made by programs, and fit into no index. */
const maxLength = 2_000;
/** Names that lead nowhere by definition (RFC 2606, RFC 6761): documentation is full of them. */
const examples = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost|local|internal|onion|arpa)$/;

/** The address that a link is checked at; undefined of what is no address of the public web, or not to be asked. */
export function toCheckedUrl(link: string): URL | undefined {
  if (link.length > maxLength) return undefined;
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const host = url.hostname.replace(/\.$/, '');
  const literal = host.replace(/^\[|\]$/g, '');
  const isPublic =
    isIP(literal) === 0
      ? host.includes('.') && !host.includes('..') && !examples.test(host)
      : !isPrivateAddress(literal);
  if (!isPublic) return undefined;
  url.hash = '';
  return url.href.length > maxLength ? undefined : url;
}
