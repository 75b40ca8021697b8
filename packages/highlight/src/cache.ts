/**
 * Highlighted blocks by their own content: the key is the language and the text itself, so an entry can never be
 * stale and may be shared by builds of different sites.
 */
export interface HighlightCache {
  find(key: string): string | undefined;
  put(key: string, html: string): void;
}

/** A cache in memory that drops its oldest entries if keys and values have more than `maxChars` characters. */
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
 * A copy with its own memory. The code in a key is part of a page, which would keep the page's text in memory, and HTML
 * that was just joined still consists of its parts.
 */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}
