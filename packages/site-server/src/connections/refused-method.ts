/**
 * Returns the method of a request that node:http could not parse, or `undefined` if its first line was in an earlier
 * packet. A response to HEAD has no body, even if the request is otherwise invalid (RFC 9110, 9.3.2).
 *
 * @param error the error of the event `clientError`, which contains the packet in which the parser stopped, and the
 * position
 */
export function refusedMethod(error: Error): string | undefined {
  const { rawPacket, bytesParsed } = error as { readonly rawPacket?: unknown; readonly bytesParsed?: unknown };
  if (!Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number') return undefined;
  // A header name is followed by a colon and not a space, so only a request line can start with a method.
  const lines = rawPacket.subarray(0, bytesParsed).toString('latin1').split('\n');
  return lines.findLast((line) => /^[A-Z-]{1,32} /.test(line))?.split(' ', 1)[0];
}
