/** Checks that the style sheets' variables are defined: if a variable is undefined, its color or size has no effect. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { highlightStyles } from '@docwright/highlight';
import { apiPageFiles } from '../openapi/index.ts';
import { calloutNames } from '../page/components/callouts.ts';
import { builtInComponents } from '../page/index.ts';
import { themeNames } from '../site/config/site-config.ts';
import { createTheme } from './create-theme.ts';
import { fixtureConfig, fixtureSite } from './testing/theme-fixture.ts';

const root = new URL('..', import.meta.url).pathname;
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.ts$|\.generated\./.test(path))
  .map((path) => readFileSync(root + path, 'utf8'));

/** Names that components and scripts set on single elements: `style="--callout:…"`, `--banner-${name}:…`. */
const setOnElements = sources.flatMap((text) => [
  ...[...text.matchAll(/(?<![\w(-])(--[a-z](?:[\w-]|\$\{\w+\})*)\s*:/g)].map(([, name = '']) => name),
  ...[...text.matchAll(/setProperty\(\s*['"](--[\w-]+)/g)].map(([, name = '']) => name),
]);
const isSetOnElements = (variable: string): boolean =>
  setOnElements.some((name) => new RegExp(`^${name.replaceAll(/\$\{\w+\}/g, '[\\w-]+')}$`).test(variable));

const sheetOf = (name: (typeof themeNames)[number]): string => {
  const { styles } = apiPageFiles({ playground: true });
  const site = fixtureSite(fixtureConfig(name), { apiStyles: styles, highlightStyles: highlightStyles({}) });
  const sheet = createTheme(site)
    .files()
    .find(({ path }) => path.endsWith('.css'));
  return `${String(sheet?.bytes)}${readFileSync(`${root}page/mermaid/mermaid.css`, 'utf8')}`;
};

for (const name of themeNames) {
  test(`every variable that the style sheet of ${name} uses is defined`, () => {
    const sheet = sheetOf(name);
    const defined = new Set([...sheet.matchAll(/(?<![\w-])(--[a-z][\w-]*)\s*:/g)].map(([, variable = '']) => variable));
    const used = new Set([...sheet.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, variable = '']) => variable));
    assert.ok(used.size > 20);
    assert.deepEqual(
      [...used].filter((variable) => !defined.has(variable) && !isSetOnElements(variable)),
      [],
    );
  });
}

test('every kind of callout has a color, and every kind of card except info has a style', () => {
  const sheet = sheetOf('mint');
  const context = { word: (word: string) => word, icon: () => '' } as never;
  const children = { html: () => '', parts: () => [], text: () => '' };
  const kinds = calloutNames.map((tag) => {
    const html = builtInComponents.get(tag)?.({}, children, context) ?? '';
    return /callout-[a-z]+/.exec(html)?.[0] ?? tag;
  });
  for (const kind of kinds) {
    // Not `assert.match`, which would print the style sheet.
    assert.ok(new RegExp(`\\.${kind}\\b[^{}]*\\{[^}]*--callout:`).test(sheet), `${kind} has no color`);
    // A card of the type `info` has the accent color, like any other card.
    const card = kind.replace('callout', 'card');
    assert.ok(card === 'card-info' || new RegExp(`\\.${card}\\b`).test(sheet), `${card} has no style`);
  }
});
