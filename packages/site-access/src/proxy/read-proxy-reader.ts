/**
 * Reads the reader that a trusted reverse proxy identifies.
 *
 * 1. The headers are valid only if the connection's address is listed and the proxy proves that it wrote them.
 * 2. A header that was sent twice is ignored, because the reader may have sent one of the two. Without a user,
 *    the request is refused; if the groups are unknown, the reader sees no content that excludes a group.
 * 3. The proxy's readers have no stored state: each request is evaluated by its own headers.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { GateRequest } from '../gate/gate-request.ts';
import { readGroups } from '../reader/read-groups.ts';
import { readEmail, readName, readSubject } from '../reader/read-user.ts';
import type { Reader } from '../reader.ts';
import type { ProxyAccess, ProxyProof } from '../site-access.ts';
import { SignInError } from '../sign-in-error.ts';

/** @returns `undefined` if the request isn't from the proxy or names no reader */
export function readProxyReader(access: ProxyAccess, request: GateRequest): Reader | undefined {
  if (!isFrom(access.addresses, request.peer.address) || !isProven(access.proof, request)) return undefined; // 1
  const subject = readSubject(readOnce(request, access.userHeader));
  if (subject === undefined) return undefined;
  const names = (readOnce(request, access.groupsHeader) ?? '').split(',').map((name) => name.trim());
  try {
    return {
      subject,
      groups: readGroups(names.filter((name) => name !== '')),
      name: readName(readOnce(request, access.nameHeader)),
      email: readEmail(readOnce(request, access.emailHeader)),
      ...(isRepeated(request, access.groupsHeader) && { hasOtherGroups: true }),
    };
  } catch (error) {
    if (error instanceof SignInError) return undefined;
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a header. Returns `undefined` if it is missing or was sent twice (rule 2). */
function readOnce(request: GateRequest, name: string): string | undefined {
  if (name === '') return undefined;
  const [value, ...others] = request.headerValues(name.toLowerCase());
  if (value === undefined || others.length > 0) return undefined;
  // node:http decodes headers as Latin-1, but proxies write UTF-8.
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

const isRepeated = (request: GateRequest, name: string): boolean =>
  name !== '' && request.headerValues(name.toLowerCase()).length > 1;

function isProven(proof: ProxyProof, request: GateRequest): boolean {
  if (proof.kind === 'mtls') return proof.subject !== '' && request.peer.certificateSubject === proof.subject;
  const received = readOnce(request, proof.header);
  return proof.secret !== '' && received !== undefined && timingSafeEqual(digest(received), digest(proof.secret));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** One block list for each address list in a site's access settings. */
const compiled = new WeakMap<readonly string[], BlockList>();

function isFrom(addresses: readonly string[], peer: string): boolean {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIP(address);
  return family !== 0 && compile(addresses).check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function compile(addresses: readonly string[]): BlockList {
  const known = compiled.get(addresses);
  if (known !== undefined) return known;
  const list = new BlockList();
  for (const entry of addresses.flatMap((each) => (each === 'loopback' ? ['127.0.0.0/8', '::1'] : [each])))
    addEntry(list, entry);
  compiled.set(addresses, list);
  return list;
}

function addEntry(list: BlockList, entry: string): void {
  const [network = '', prefix] = entry.split('/');
  const family = isIP(network);
  if (family === 0) return;
  const most = family === 6 ? 128 : 32;
  const bits = prefix === undefined ? most : Number(prefix);
  // `addSubnet` throws if a prefix is invalid; that entry then matches no address.
  if (Number.isInteger(bits) && bits >= 0 && bits <= most)
    list.addSubnet(network, bits, family === 6 ? 'ipv6' : 'ipv4');
}
