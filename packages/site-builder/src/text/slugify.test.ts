import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugify } from './slugify.ts';

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
