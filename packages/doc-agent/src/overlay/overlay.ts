import type { ImageEntry, Overlay, OverlayChange, OverlayEntry } from '../ports.ts';

/** The overlay after some changes; the original is unchanged. */
export function applyOverlayChanges(overlay: Overlay, changes: readonly OverlayChange[]): Overlay {
  const next = new Map(overlay);
  for (const { path, entry } of changes) {
    if (entry === null) next.delete(path);
    else next.set(path, entry);
  }
  return next;
}

/** The entry of an image. Its keys have one order, because overlays are compared as JSON. */
export const toImageEntry = ({ digest, mediaType, sizeBytes }: Omit<ImageEntry, 'kind'>): ImageEntry => ({
  kind: 'image',
  digest,
  mediaType,
  sizeBytes,
});

/** One line of JSON, entries sorted by path: the same overlay produces the same text. */
export function serializeOverlay(overlay: Overlay): string {
  return JSON.stringify([...overlay].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function isSameOverlay(a: Overlay, b: Overlay): boolean {
  return a.size === b.size && serializeOverlay(a) === serializeOverlay(b);
}

/** The changes that turn `from` into `to`. */
export function compareOverlays(from: Overlay, to: Overlay): OverlayChange[] {
  const changes: OverlayChange[] = [];
  for (const path of from.keys()) if (!to.has(path)) changes.push({ path, entry: null });
  for (const [path, entry] of to)
    if (JSON.stringify(from.get(path)) !== JSON.stringify(entry)) changes.push({ path, entry });
  return changes;
}

/** Parses the output of `serializeOverlay`. Throws a `TypeError` for anything else. */
export function parseOverlay(text: string): Overlay {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new TypeError('an overlay is an array of [path, entry]');
  return new Map(parsed.map(parsePair));
}

function parsePair(pair: unknown): [string, OverlayEntry] {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string') throw new TypeError('an overlay entry is [path, entry]');
  const entry = pair[1] as Record<string, unknown> | null;
  if (entry?.['kind'] === 'delete') return [pair[0], { kind: 'delete' }];
  if (entry?.['kind'] === 'image') return [pair[0], toImageEntry(entry as unknown as ImageEntry)];
  if (entry?.['kind'] !== 'write' || typeof entry['content'] !== 'string') {
    throw new TypeError(`the overlay entry of "${pair[0]}" is neither an image nor a write with content nor a delete`);
  }
  const movedFrom = entry['movedFrom'];
  return [
    pair[0],
    { kind: 'write', content: entry['content'], ...(typeof movedFrom === 'string' ? { movedFrom } : {}) },
  ];
}
