/** Creates a UUID of version 7 (RFC 9562, 5.7). @param random ten bytes */
export function newUuid7(ms: number, random: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from(ms.toString(16).padStart(12, '0'), 'hex'), random]);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
