import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldAnchor, slugify } from './slugify.ts';

const ids: readonly (readonly [heading: string, id: string])[] = [
  ['Setting up', 'setting-up'],
  ['Package.json fields', 'package-json-fields'],
  ["Who's there", 'who’s-there'],
  ['Who’s there', 'who’s-there'],
  ['Limits (per hour)', 'limits-per-hour'],
  ['On/off switch', 'on/off-switch'],
  ['Taxes & tips', 'taxes-&-tips'],
  ['GraphQL', 'graphql'],
  ['MAX_RETRY_COUNT', 'max_retry_count'],
  ['__init__', '__init__'],
  ['SSH / VPN', 'ssh-/-vpn'],
  ['Part 2: Send a key', 'part-2-send-a-key'],
  ['Why, and how?', 'why-and-how'],
  ['A “quoted” `code`!', 'a-quoted-code'],
  ['数据 说明', '数据-说明'],
  ['()', 'section'],
];

for (const [heading, id] of ids)
  test(`the heading "${heading}" has the ID "${id}"`, () => {
    assert.equal(slugify(heading), id);
  });

const equals: readonly (readonly [anchor: string, id: string])[] = [
  ['analytics-and-dashboard', 'analytics-&-dashboard'],
  ['a-and-b-and-c', 'a-&-b-&-c'],
  ['crawlers--bots', 'crawlers-&-bots'],
  ['body-invoice-id-one-of-0', 'body-invoice-id'],
  ['response-one-of-1-page', 'response-page'],
  ['is_null', 'isnull()'],
];

for (const [anchor, id] of equals)
  test(`#${anchor} finds the ID "${id}"`, () => {
    assert.equal(foldAnchor(anchor), foldAnchor(id));
  });

for (const [anchor, id] of [
  ['and', ''],
  ['brand-new', 'br-new'],
  ['android-and-ios', 'roid-ios'],
  ['step-one-of-3', 'step'],
] as const)
  test(`#${anchor} doesn't find the ID "${id}"`, () => {
    assert.notEqual(foldAnchor(anchor), foldAnchor(id));
  });
