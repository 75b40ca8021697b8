import assert from 'node:assert/strict';
import { test } from 'node:test';

import { diagramColors, hasOwnColors, mix } from './client/diagram-colors.ts';

test('a theme or colors that a diagram’s author chose are recognized', () => {
  assert.ok(hasOwnColors("%%{init: {'theme': 'forest'}}%%\ngraph TD; A-->B"));
  assert.ok(hasOwnColors('---\nconfig:\n  theme: dark\n---\ngraph TD; A-->B'));
  assert.ok(hasOwnColors('%%{init: {"themeVariables": {"primaryColor": "#f00"}}}%%\ngraph TD; A-->B'));
  assert.ok(!hasOwnColors('---\ntitle: The theme\n---\ngraph TD; A[theme: dark]-->B'));
});

test('a diagram’s colors are the site’s colors and mixtures of them, in hexadecimal', () => {
  const site: Readonly<Record<string, string>> = { bg: '#ffffff', ink: '#101010', accent: '#0f766e', tint: '#eef5f4' };
  const colors = diagramColors((name) => site[name] ?? '#808080', false);
  assert.equal(colors['primaryColor'], '#eef5f4');
  assert.equal(colors['nodeBorder'], '#0f766e');
  assert.equal(colors['pie1'], mix('#0f766e', '#ffffff', 0.3));
  for (const [name, color] of Object.entries(colors))
    if (/Color|Bkg|Border|^pie|^cScale|^git/.test(name)) assert.match(String(color), /^#[0-9a-f]{6}$/, name);
});

test('colors are mixed by their share', () => {
  assert.equal(mix('#000000', '#ffffff', 0.5), '#808080');
  assert.equal(mix('#ff0000', '#ffffff', 1), '#ff0000');
});
