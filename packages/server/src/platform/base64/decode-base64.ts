/**
 * Decodes Base64 with padding (RFC 4648, 4); `undefined` if the text isn't Base64. Node's own decoder ignores invalid
 * characters.
 */
export function decodeBase64(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}
