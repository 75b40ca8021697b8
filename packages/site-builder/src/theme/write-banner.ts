import { createHash } from 'node:crypto';

import type { SiteConfig } from '../config/site-config.ts';
import type { Html } from '../model.ts';
import type { UiText } from './ui-text.ts';
import type { ThemeSite } from './theme-site.ts';

type Banner = SiteConfig['banner'];

/** Names the banner's content: a dismissed banner comes back when its text changes. */
export function bannerKey(banner: Banner): string {
  return banner === undefined || !banner.dismissible
    ? ''
    : createHash('sha256').update(banner.content).digest('hex').slice(0, 8);
}

export function writeBanner(site: ThemeSite, banner: Banner, text: UiText): Html {
  if (banner === undefined || banner.content === '') return '';
  const close = banner.dismissible
    ? `<button type="button" class="banner-close" data-banner="${bannerKey(banner)}" aria-label="${text.close}"></button>`
    : '';
  return `<div id="banner" class="dw-banner banner-${banner.type}" role="region" aria-label="Announcement"><div class="banner-text">${site.inlineMarkdown(banner.content)}</div>${close}</div>`;
}
