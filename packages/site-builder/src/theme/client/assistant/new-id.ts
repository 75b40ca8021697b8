/** 128 random bits; also where a site has no TLS, which `crypto.randomUUID` asks for. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
