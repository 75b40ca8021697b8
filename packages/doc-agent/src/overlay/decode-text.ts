const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file with its byte-order mark, or `undefined` if the bytes aren't UTF-8 or contain a NUL. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    // Not UTF-8: writing it back would change other bytes, so the file counts as binary.
    return undefined;
  }
}
