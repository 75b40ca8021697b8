import { digestOf } from '../../text/digest-of.ts';
import type { BuildParts } from '../prepare-build.ts';

/**
 * Digest of all input of a build's pages, except snippets and images: two threads with the same digest have read the
 * same site.
 */
export function planDigest({ keys, chosen }: BuildParts): string {
  const pages = chosen.map(({ page }) => `${page.path} ${page.digest}`);
  return digestOf([keys.content, keys.shape, keys.api, keys.document, ...pages].join('\n'));
}
