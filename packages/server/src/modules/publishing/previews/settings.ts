export const previewLinkSeconds = 3_600;
/** Maximum size of unpacked sites. The least recently used sites are deleted first. */
export const previewCacheBytes = 2 * 1024 ** 3;
/** Maximum number of an agent job's pages that are rendered before and after. */
export const maxPreviewPages = 50;
/** Timeout of a preview render, for both sides together. */
export const previewTimeoutMs = 60_000;
