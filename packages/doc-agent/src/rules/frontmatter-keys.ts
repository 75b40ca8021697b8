import type { JsonValue } from '../ports.ts';

const isText = (value: JsonValue): boolean => typeof value === 'string';
const isSwitch = (value: JsonValue): boolean => typeof value === 'boolean';
const isOneOf =
  (...allowed: readonly string[]) =>
  (value: JsonValue): boolean =>
    typeof value === 'string' && allowed.includes(value);

/**
 * Keys of the format that a person may name directly, if the value is valid for the key. Keys whose names are also
 * words for parts of a page (`version`, `tag`, `url`, `api`) aren't here: a page must already have those, or the
 * person must say "frontmatter".
 */
const plainKeys: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ['title', isText],
  ['sidebarTitle', isText],
  ['description', isText],
  ['icon', isText],
  ['iconType', isText],
  ['canonical', isText],
  ['mode', isOneOf('default', 'wide', 'custom', 'frame', 'center')],
  ['hidden', isSwitch],
  ['noindex', isSwitch],
  ['searchable', isSwitch],
  ['deprecated', isSwitch],
  ['public', isSwitch],
  ['timestamp', isSwitch],
  ['rss', isSwitch],
  ['hideFooterPagination', isSwitch],
  ['hideApiMarker', isSwitch],
  ['boost', (value) => typeof value === 'number'],
]);

/** Whether a request to set this key can only mean the frontmatter. `no value`: the value isn't valid for the key. */
export function isPlainKey(key: string, value: JsonValue): 'yes' | 'no' | 'no value' {
  const takes = /^(?:og|twitter):/.test(key) ? isText : plainKeys.get(key);
  if (takes === undefined) return 'no';
  return takes(value) ? 'yes' : 'no value';
}
