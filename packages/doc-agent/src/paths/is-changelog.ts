const changelogs = /(?:^|\/)(?:change-?log|release-?notes|releases|whats-new)(?:\/index)?\.mdx?$/i;

/** Whether a page is named like a site's changelog, whose entries describe past releases. */
export const isChangelog = (path: string): boolean => changelogs.test(path);
