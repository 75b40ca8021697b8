/** Lifetime of a preview link. */
export const previewLinkSeconds = 3_600;
/** Maximum size of unpacked sites; the least recently used are deleted first. */
export const previewCacheBytes = 2 * 1024 ** 3;
/** Maximum number of pages of an agent job that are rendered before and after. */
export const maxPreviewPages = 50;
/** Timeout of a render for a preview, both sides together. */
export const previewTimeoutMs = 60_000;
