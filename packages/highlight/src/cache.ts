/**
 * Highlighted blocks, keyed by language and code: an entry is never stale, and builds of different sites can share it.
 */
export interface HighlightCache {
  find(key: string): string | undefined;
  put(key: string, html: string): void;
}

/** An in-memory cache that drops its oldest entries when keys and values exceed `maxChars` characters. */
export function createHighlightCache(maxChars = 64 * 1024 * 1024): HighlightCache {
  const entries = new Map<string, string>();
  let chars = 0;
  return {
    find: (key) => entries.get(key),
    put(key, html) {
      const size = key.length + html.length;
      if (size > maxChars || entries.has(key)) return;
      entries.set(ownText(key), ownText(html));
      chars += size;
      for (const [oldKey, oldHtml] of entries) {
        if (chars <= maxChars) break;
        entries.delete(oldKey);
        chars -= oldKey.length + oldHtml.length;
      }
    },
  };
}

/**
 * Returns a copy with its own memory. The code in a key is a slice of a page and would keep the whole page in memory;
 * HTML that was just joined still refers to its parts.
 */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
