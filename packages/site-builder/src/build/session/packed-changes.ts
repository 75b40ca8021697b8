/**
 * Unpublished changes to files in a message: text is in the header, and other files are parts of the body.
 */
export type PackedChanges = Readonly<Record<string, PackedChange>>;
/** The new text, the offsets of the new bytes in the body, or null for a deleted file. */
export type PackedChange = string | readonly [start: number, end: number] | null;

/** The new content by path; null deletes a file. */
export type FileChanges = ReadonlyMap<string, string | Uint8Array | null>;

/** Packs changes. Files that share their bytes share a part of the body, so copies of a large image need no memory. */
export function packChanges(changes: FileChanges): { readonly changes: PackedChanges; readonly body: Uint8Array } {
  const parts = new Map<Uint8Array, PackedChange>();
  let at = 0;
  const packed = [...changes].map(([path, content]): [string, PackedChange] => {
    if (content === null || typeof content === 'string') return [path, content];
    const part = parts.get(content) ?? [at, (at += content.byteLength)];
    parts.set(content, part);
    return [path, part];
  });
  return { changes: Object.fromEntries(packed), body: Buffer.concat([...parts.keys()]) };
}

export const unpackChange = (change: string | readonly [number, number], body: Uint8Array): string | Uint8Array =>
  typeof change === 'string' ? change : body.subarray(...change);
