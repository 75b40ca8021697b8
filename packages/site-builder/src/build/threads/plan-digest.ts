import { digestOf } from '../../text/digest-of.ts';
import type { BuildParts } from '../prepare-build.ts';

/** Of all that the pages of a build are made from, but for snippets and pictures: two threads that agree read the same site. */
export function planDigest({ keys, chosen }: BuildParts): string {
  const pages = chosen.map(({ page }) => `${page.path} ${page.digest}`);
  return digestOf([keys.content, keys.shape, keys.api, keys.document, ...pages].join('\n'));
}
