import type { SocialFace } from '@docwright/social-images';
import type { NavigationView } from '../../site/index.ts';
import type { RenderedPage } from '../../page/index.ts';

export function faceOf(page: RenderedPage, { breadcrumbs, language, direction }: NavigationView): SocialFace {
  return {
    sourcePath: page.sourcePath,
    eyebrow: toLine(breadcrumbs.at(-1) ?? ''),
    title: toLine(page.title),
    description: toLine(page.description),
    language,
    direction,
  };
}

/** The words in the first paragraph of Markdown text, in the normalization form that fonts support best (NFC). */
function toLine(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/);
  return paragraph
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|^#+\s/gu, '')
    .replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ')
    .normalize('NFC')
    .trim();
}
