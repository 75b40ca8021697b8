/** How long a link of a preview works. */
export const previewLinkSeconds = 3_600;
/** Maximum size of unpacked sites; the least recently used are deleted first. */
export const previewCacheBytes = 2 * 1024 ** 3;
/** Pages of an agent job that are rendered before and after. */
export const maxPreviewPages = 50;
/** How long a render for a preview may take, both sides together. */
export const previewTimeoutMs = 60_000;
