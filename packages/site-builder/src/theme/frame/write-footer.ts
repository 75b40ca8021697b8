import type { SiteConfig } from '../../site/index.ts';
import type { Html } from '../../markup/html.ts';
import { linkAttributes } from '../links.ts';
import { escapeAttribute, escapeText } from '../../markup/escape-html.ts';
import { whenAny, whenLink, writeIf, writeList, type Item } from '../for-readers.ts';
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

/** Writes social links and link columns; `''` if the site configured neither. */
export function writeFooter(site: ThemeSite, { socials, columns }: SiteConfig['footer']): Html {
  if (socials.length === 0 && columns.length === 0) return '';
  const lists = columns.map((column) => writeColumn(site, column));
  const links = socials.map((social) => ({ when: whenLink(site, social.href), html: writeSocial(site, social) }));
  const advanced = lists.length === 0 ? '' : writeIf(site, whenAny(lists), ' advanced-footer');
  return writeIf(
    site,
    whenAny([...lists, ...links]),
    `<footer class="dw-footer footer${advanced}" id="footer"><div class="footer-inner">${writeList(site, lists, (html) => `<div class="footer-columns">${html}</div>`)}` +
      `${writeList(site, links, (html) => `<ul class="footer-socials" role="list">${html}</ul>`)}</div></footer>`,
  );
}

/** Writes a column; it is left out for readers who see none of the pages that it links to. */
function writeColumn(site: ThemeSite, column: SiteConfig['footer']['columns'][number]): Item {
  const items = column.items.map((item) => ({
    when: whenLink(site, item.href),
    html: `<li><a ${linkAttributes(site, item.href)}>${escapeText(item.label)}</a></li>`,
  }));
  const list = items.map(({ when, html }) => writeIf(site, when, html)).join('');
  return {
    when: items.length === 0 ? undefined : whenAny(items),
    html: `<div class="footer-column">${column.header === '' ? '' : `<p class="footer-header">${escapeText(column.header)}</p>`}<ul role="list">${list}</ul></div>`,
  };
}

function writeSocial(site: ThemeSite, social: SiteConfig['footer']['socials'][number]): Html {
  const own = (names: Readonly<Record<string, string>>): string | undefined =>
    Object.hasOwn(names, social.platform) ? names[social.platform] : undefined;
  const name = own(SOCIAL_NAMES) ?? social.platform.charAt(0).toUpperCase() + social.platform.slice(1);
  const icon = site.icon({ name: own(SOCIAL_ICONS) ?? social.platform, library: 'fontawesome' });
  return `<li><a ${linkAttributes(site, social.href)} aria-label="${escapeAttribute(name)}">${icon === '' ? escapeText(name) : icon}</a></li>`;
}
