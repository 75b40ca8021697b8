import { fieldOf, isObject } from '../../text/json-object.ts';
import { toIconSpec } from './to-icon-spec.ts';
import type { FieldReader } from './field-reader.ts';
import type { BannerConfig, FooterConfig, LinkConfig, NavbarConfig } from './site-config.ts';

export function resolveNavbar(value: unknown, place: string, read: FieldReader): NavbarConfig {
  const links = read.list(value, 'links').flatMap((link, index) => {
    const type = read.choice(link, ['type', `${place}.links[${index}]`], ['link', 'github', 'discord']) ?? 'link';
    const resolved = resolveLink(link, `${place}.links[${index}]`, read);
    return resolved === undefined ? [] : [{ ...resolved, type }];
  });
  const primary = fieldOf(value, 'primary');
  if (!isObject(primary)) return { links, primary: undefined };
  const type = read.choice(primary, ['type', `${place}.primary`], ['button', 'github', 'discord']) ?? 'button';
  const resolved = resolveLink(primary, `${place}.primary`, read);
  return { links, primary: resolved === undefined ? undefined : { ...resolved, type } };
}

export function resolveFooter(value: unknown, place: string, read: FieldReader): FooterConfig {
  const written = fieldOf(value, 'socials');
  const socials = (isObject(written) ? Object.entries(written) : []).flatMap(([platform, href]) => {
    if (typeof href === 'string' && href !== '') return [{ platform, href }];
    read.wrong(`${place}.socials.${platform}`, href, 'a URL');
    return [];
  });
  const columns = read.list(value, 'links').map((column, index) => ({
    header: read.text(column, 'header', `${place}.links[${index}]`) ?? '',
    items: read
      .list(column, 'items')
      .flatMap((item, itemIndex) => resolveLink(item, `${place}.links[${index}].items[${itemIndex}]`, read) ?? []),
  }));
  return { socials, columns: columns.filter(({ items }) => items.length > 0) };
}

export function resolveBanner(value: unknown, place: string, read: FieldReader): BannerConfig | undefined {
  const content = typeof value === 'string' ? value : read.text(value, 'content', place);
  if (content === undefined || content.trim() === '') return undefined;
  const color = fieldOf(value, 'color');
  return {
    content,
    dismissible: read.flag(value, 'dismissible', place) ?? false,
    type: read.choice(value, ['type', place], ['info', 'warning', 'critical']) ?? 'info',
    color: { light: read.color(color, 'light', `${place}.color`), dark: read.color(color, 'dark', `${place}.color`) },
  };
}

/** Reads a link. Its label can be omitted if its kind is clear (`github`, `discord`). */
function resolveLink(value: unknown, place: string, read: FieldReader): LinkConfig | undefined {
  const href = read.text(value, 'href', place) ?? read.text(value, 'url', place);
  if (href === undefined || href === '') {
    read.wrong(`${place}.href`, fieldOf(value, 'href'), 'a URL or a page path');
    return undefined;
  }
  const label = read.text(value, 'label', place) ?? read.text(value, 'name', place);
  return { label: label ?? '', href, icon: toIconSpec(fieldOf(value, 'icon'), fieldOf(value, 'iconType')) };
}
