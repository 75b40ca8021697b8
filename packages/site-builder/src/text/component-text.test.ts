import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calloutNames } from '../page/components/callouts.ts';
import { buildFixture } from '../testing/build-fixture.ts';
import { componentText } from './component-text.ts';
import { fillWord } from '../markup/fill-word.ts';
import { englishComponents } from './component-words.ts';

const languages = 'de es fr it pt nl pl tr ru uk zh ja ko ar he id vi hi'.split(' ');
const placeholdersOf = (word: string): string[] =>
  [...word.matchAll(/\{\w+\}|`[^`]+`/g)].map(([match]) => match).sort();

/** Loanwords and names that are the same in several languages and English. */
const sameInSome =
  /^(?:Code|Info|Prompt|Site|Tabs?|Update|Note|Danger|Tags|Sections|Pages|Documentation|Navigation|Tip)\b/;

const page = `---
title: Titel
openapi: GET /x
rss: true
---

## Überschrift

${calloutNames.map((name) => `<${name}>Text</${name}>`).join('')}

<Tabs><Tab>Text</Tab><Tab>Text</Tab></Tabs>

<CodeGroup>

\`\`\`
eins
\`\`\`

\`\`\`js
zwei
\`\`\`

</CodeGroup>

\`\`\`js expandable
${Array.from({ length: 14 }, (_, index) => `zeile(${index});`).join('\n')}
\`\`\`

<Update tags={['a', 'b']}>Text</Update><Update tags={['c']}>Text</Update>

<Prompt actions={['copy', 'cursor']}>Text</Prompt>

<View title="A">Text</View><View title="B">Text</View>

- [x] erledigt
- [ ] offen

| a |
| - |
| b |

Text[^1]

[^1]: Fußnote
`;

const spec = {
  openapi: '3.1.0',
  info: { title: 'S', version: '1' },
  components: {
    securitySchemes: { basic: { type: 'http', scheme: 'basic' }, key: { type: 'apiKey', in: 'header', name: 'X' } },
  },
  paths: { '/x': { get: { security: [{ basic: [] }, { key: [] }], responses: { 200: { description: 'gut' } } } } },
};

describe('labels of components and the frame', () => {
  test('each language has every label, with the same placeholders and code as in English', () => {
    for (const language of languages) {
      const text = componentText(language);
      for (const [key, english] of Object.entries(englishComponents)) {
        const word = text[key as keyof typeof text];
        assert.notEqual(word, key, `${language} ${key}`);
        assert.deepEqual(placeholdersOf(word), placeholdersOf(english), `${language} ${key}`);
        if (!sameInSome.test(english)) assert.notEqual(word, english, `${language} ${key} is in English`);
      }
    }
    assert.equal(componentText('pt-BR').done, 'Concluído');
    assert.equal(componentText('xx'), englishComponents);
  });

  test('a value is inserted unchanged, even if it looks like a placeholder', () => {
    assert.equal(fillWord(englishComponents.linkTo, { title: '{title} $& {n}' }), 'Link to {title} $& {n}');
  });

  test('a German page has no English labels', async () => {
    const config = {
      theme: 'mint',
      name: 'T',
      colors: { primary: '#000' },
      banner: { content: 'Neu' },
      api: { openapi: 'openapi.json' },
      navigation: { languages: [{ language: 'de', tabs: [{ tab: 'A', groups: [{ group: 'G', pages: ['a'] }] }] }] },
    };
    const files = { 'docs.json': JSON.stringify(config), 'a.mdx': page, 'openapi.json': JSON.stringify(spec) };
    const html = (await buildFixture(files)).files.get('a.html') ?? '';
    assert.ok(html.includes('lang="de"'));
    const labels = [...html.matchAll(/(?:aria-label|title|alt|placeholder)="([^"]+)"/g)].map(([, label = '']) => label);
    const shown = [...html.matchAll(/>([^<>]+)</g)].map(([, text = '']) => text.trim());
    const german = componentText('de');
    const foreign = Object.entries(englishComponents).flatMap(([key, english]) =>
      english === german[key as keyof typeof german] || english.includes('{') ? [] : [english],
    );
    for (const text of [...labels, ...shown]) assert.ok(!foreign.includes(text), `"${text}" is in English`);
    assert.doesNotMatch(html, /Link to|Footnote \d|Show |Copy |\bcode"/);
    for (const word of [
      german.announcement,
      german.copyCode,
      german.table,
      german.footnotes,
      german.tip,
      german.apiKey,
    ])
      assert.ok(html.includes(word), word);
  });
});
