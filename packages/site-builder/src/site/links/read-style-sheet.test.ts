import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readStyleSheet } from './read-style-sheet.ts';

test('layers are listed in order of appearance, and nested layers by their outermost name', () => {
  const { layers } = readStyleSheet(
    '@layer reset, kit.parts;\n@layer kit.parts{a{b:c}}@import "x.css" layer(late);@layer own {}',
  );
  assert.deepEqual(layers, ['reset', 'kit', 'late', 'own']);
});

test('an anonymous layer is recognized as a block and in an import', () => {
  assert.equal(readStyleSheet('@layer{a{b:c}}').hasUnnamedLayer, true);
  assert.equal(readStyleSheet('@import url(x.css) layer;').hasUnnamedLayer, true);
  assert.equal(readStyleSheet('@import url(x.css) screen; @layer x{}').hasUnnamedLayer, false);
});

test('comments and strings declare nothing', () => {
  const sheet = readStyleSheet('/* @layer no; url(no.png) */ a::after{content:"@layer nor; url(x.png)"}');
  assert.deepEqual(sheet, { layers: [], hasUnnamedLayer: false, addresses: [] });
});

test('addresses keep their spelling and have their line', () => {
  const { addresses } = readStyleSheet(
    '@import "a.css";\n@import url(b.css);\n/* \n */@font-face{src:url("/f.woff2") format("woff2"),url( c.png )}',
  );
  assert.deepEqual(addresses, [
    { address: 'a.css', line: 1 },
    { address: 'b.css', line: 2 },
    { address: '/f.woff2', line: 4 },
    { address: 'c.png', line: 4 },
  ]);
});

test('many repetitions of incomplete CSS declare no layers', () => {
  for (const odd of ['@layer ', 'url(', '/*', '"', '@import ', '@layer a,', "url('"])
    assert.deepEqual(readStyleSheet(odd.repeat(50_000)).layers, []);
});
