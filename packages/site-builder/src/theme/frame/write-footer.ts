import type { SiteConfig } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import { linkAttributes } from '../links.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import type { ThemeSite } from '../theme-site.ts';

const SOCIAL_NAMES: Readonly<Record<string, string>> = {
  x: 'X',
  'x-twitter': 'X',
  twitter: 'Twitter',
  github: 'GitHub',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  'hacker-news': 'Hacker News',
  'earth-americas': 'Website',
};

const SOCIAL_ICONS: Readonly<Record<string, string>> = {
  x: 'x-twitter',
  website: 'globe',
  podcast: 'podcast',
  'earth-americas': 'earth-americas',
};

/** Socials and link columns; `''` when the site configured neither. */
export function writeFooter(site: ThemeSite, { socials, columns }: SiteConfig['footer']): Html {
  if (socials.length === 0 && columns.length === 0) return '';
  const lists = columns.map((column) => writeColumn(site, column)).join('');
  const links = socials.map((social) => writeSocial(site, social)).join('');
  return (
    `<footer class="dw-footer footer${columns.length === 0 ? '' : ' advanced-footer'}" id="footer"><div class="footer-inner">${lists === '' ? '' : `<div class="footer-columns">${lists}</div>`}` +
    `${links === '' ? '' : `<ul class="footer-socials" role="list">${links}</ul>`}</div></footer>`
  );
}

function writeColumn(site: ThemeSite, column: SiteConfig['footer']['columns'][number]): Html {
  const items = column.items
    .map((item) => `<li><a ${linkAttributes(site, item.href)}>${escapeText(item.label)}</a></li>`)
    .join('');
  return `<div class="footer-column">${column.header === '' ? '' : `<p class="footer-header">${escapeText(column.header)}</p>`}<ul role="list">${items}</ul></div>`;
}

function writeSocial(site: ThemeSite, social: SiteConfig['footer']['socials'][number]): Html {
  const own = (names: Readonly<Record<string, string>>): string | undefined =>
    Object.hasOwn(names, social.platform) ? names[social.platform] : undefined;
  const name = own(SOCIAL_NAMES) ?? social.platform.charAt(0).toUpperCase() + social.platform.slice(1);
  const icon = site.icon({ name: own(SOCIAL_ICONS) ?? social.platform, library: 'fontawesome' });
  return `<li><a ${linkAttributes(site, social.href)} aria-label="${escapeAttribute(name)}">${icon === '' ? escapeText(name) : icon}</a></li>`;
}
