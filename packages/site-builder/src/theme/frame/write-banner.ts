import { createHash } from 'node:crypto';

import type { SiteConfig } from '../../site/index.ts';
import { escapeAttribute } from '../../markup/escape-html.ts';
import type { Html } from '../../markup/html.ts';
import { parseHex, readableOn, toHex } from '../look/color-contrast.ts';
import type { UiText } from '../../text/ui-text.ts';
import type { ThemeSite } from '../theme-site.ts';

type Banner = SiteConfig['banner'];

/** Identifies the banner's content: a dismissed banner reappears when its text changes. */
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
  return `<div id="banner" class="dw-banner banner-${banner.type}"${writeColors(banner.color)} role="region" aria-label="${escapeAttribute(text.labels.announcement)}"><div class="banner-text">${site.inlineMarkdown(banner.content)}</div>${close}</div>`;
}

/** Writes the site's own colors, each with a readable ink. */
function writeColors({ light, dark }: NonNullable<Banner>['color']): Html {
  const variables = [
    ['light', light ?? dark],
    ['dark', dark ?? light],
  ].flatMap(([name, color]) => {
    const ground = color === undefined ? undefined : parseHex(color);
    return ground === undefined
      ? []
      : [`--banner-${name}:${toHex(ground)};--banner-${name}-ink:${toHex(readableOn(ground))}`];
  });
  return variables.length === 0 ? '' : ` style="${variables.join(';')}"`;
}
