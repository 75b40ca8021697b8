import { fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';
import type { FieldReader } from './field-reader.ts';
import type { RedirectRule, SeoConfig } from './site-config.ts';

export function resolveSeo(raw: JsonObject, read: FieldReader): SeoConfig {
  const seo = fieldOf(raw, 'seo');
  const paths = read.list(seo, 'paths').flatMap((entry) => {
    const path = fieldOf(entry, 'path');
    return typeof path === 'string' ? [{ path, metatags: toTags(fieldOf(entry, 'metatags')) }] : [];
  });
  return {
    metatags: toTags(fieldOf(seo, 'metatags')),
    indexing: read.choice(seo, ['indexing', 'seo'], ['navigable', 'all']) ?? 'navigable',
    paths: paths.sort((a, b) => b.path.length - a.path.length),
    organization: toOrganization(fieldOf(seo, 'organization')),
    trailingSlash: read.flag(seo, 'trailingSlash', 'seo') ?? false,
  };
}

function toTags(value: unknown): Map<string, string> {
  const tags = new Map<string, string>();
  if (!isObject(value)) return tags;
  for (const [name, content] of Object.entries(value)) {
    if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean')
      tags.set(name, String(content));
  }
  return tags;
}

function toOrganization(value: unknown): SeoConfig['organization'] {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, field]): [string, string | string[]][] => {
    if (typeof field === 'string') return [[key, field]];
    if (Array.isArray(field)) return [[key, (field as unknown[]).filter((item) => typeof item === 'string')]];
    return [];
  });
  return Object.fromEntries(entries);
}

export function resolveRedirects(raw: JsonObject, read: FieldReader): RedirectRule[] {
  const seen = new Set<string>();
  return read.list(raw, 'redirects').flatMap((rule, index) => {
    const source = fieldOf(rule, 'source');
    const destination = fieldOf(rule, 'destination');
    if (typeof source !== 'string' || typeof destination !== 'string' || source === '' || destination === '') {
      read.wrong(`redirects[${index}]`, rule, 'an object with the strings "source" and "destination"');
      return [];
    }
    const path = withLeadingSlash(source);
    if (seen.has(path)) {
      read.problem(
        'redirect-duplicate',
        `The redirect from "${path}" is listed twice; the first one is used.`,
        'Remove one of them.',
      );
      return [];
    }
    seen.add(path);
    const target = /^[a-z][a-z0-9+.-]*:/i.test(destination) ? destination : withLeadingSlash(destination);
    return [
      { source: path, destination: target, permanent: read.flag(rule, 'permanent', `redirects[${index}]`) ?? true },
    ];
  });
}

function withLeadingSlash(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
