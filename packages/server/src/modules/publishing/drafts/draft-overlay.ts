import { decodeText, type Overlay, type OverlayEntry } from '@docwright/doc-agent';
import type { SiteFolder } from '../../building/site-rendering/index.ts';
import type { DraftFileRow } from './tables.ts';

/** Returns a draft's text changes, as the agent's tools read them. */
export function toOverlay(files: readonly DraftFileRow[]): Overlay {
  const overlay = new Map<string, OverlayEntry>();
  for (const { path, kind, content, moved_from: movedFrom } of files) {
    if (kind === 'delete' || content === null) overlay.set(path, { kind: 'delete' });
    else {
      const text = decodeText(content);
      if (text !== undefined)
        overlay.set(path, { kind: 'write', content: text, ...(movedFrom !== null && { movedFrom }) });
    }
  }
  return overlay;
}

/** Returns a site's files with a draft's images and other binary files; its text files are sent separately. */
export function withMedia(folder: SiteFolder, files: readonly DraftFileRow[]): SiteFolder {
  const media = new Map<string, Uint8Array>();
  for (const { path, content } of files)
    if (content !== null && decodeText(content) === undefined) media.set(path, content);
  if (media.size === 0) return folder;
  return {
    paths: [...new Set([...folder.paths, ...media.keys()])].toSorted(),
    read: (path) => media.get(path) ?? folder.read(path),
  };
}

/** Returns the text files that a draft changes, for the site builder; null for a deleted file. */
export function toChanges(files: readonly DraftFileRow[]): Map<string, string | null> {
  return new Map(
    [...toOverlay(files)].map(([path, entry]) => [path, entry.kind === 'write' ? entry.content : null] as const),
  );
}
