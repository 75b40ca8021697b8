import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertMintJson } from './convert-mint-json.ts';

test('a tab or anchor without groups in mint.json keeps its specification, with pages below its URL', () => {
  const { navigation } = convertMintJson({
    name: 'N',
    navigation: [{ group: 'Start', pages: ['index'] }],
    tabs: [{ name: 'Empty', url: 'empty' }],
    anchors: [
      { name: 'API', url: 'api-reference', icon: 'code', openapi: 'https://api.example.com/openapi.json' },
      { name: 'Forum', url: 'https://forum.example.com' },
    ],
  });
  assert.deepEqual(JSON.parse(JSON.stringify(navigation)), {
    tabs: [
      { tab: 'Documentation', groups: [{ group: 'Start', pages: ['index'] }] },
      {
        tab: 'API',
        icon: 'code',
        openapi: [{ source: 'https://api.example.com/openapi.json', directory: 'api-reference' }],
      },
    ],
    global: { anchors: [{ anchor: 'Forum', href: 'https://forum.example.com' }] },
  });
});
