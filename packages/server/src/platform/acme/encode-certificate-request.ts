import { createPublicKey, sign, type KeyObject } from 'node:crypto';

/** One element of DER (X.690). */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** Object identifiers: extensionRequest (PKCS #9), subjectAltName, and ecdsa-with-SHA256. */
const extensionRequest = objectId('2a864886f70d01090e');
const subjectAltName = objectId('551d11');
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));

/**
 * Encodes a certificate request (PKCS #10, RFC 2986) for one host name, which is only in the alternative names because
 * authorities ignore other fields.
 *
 * @param key a key on the curve P-256
 */
export function encodeCertificateRequest(domain: string, key: KeyObject): Buffer {
  const names = sequence(der(0x82, Buffer.from(domain, 'ascii')));
  const extensions = sequence(sequence(subjectAltName, der(0x04, names)));
  const attributes = der(0xa0, sequence(extensionRequest, der(0x31, extensions)));
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const version = der(0x02, Buffer.from([0]));
  const info = sequence(version, sequence(), publicKey, attributes);
  return sequence(info, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', info, key)));
}
