import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';
import { englishReference, referenceText } from './reference-text.ts';

const languages = 'de es fr it pt nl pl tr ru uk zh ja ko ar he id vi hi'.split(' ');

describe('labels of API pages', () => {
  test('each language has a word for each key', () => {
    const keys = Object.keys(englishReference);
    for (const language of languages) {
      const text = referenceText(language);
      assert.notEqual(text, englishReference, language);
      for (const [key, word] of Object.entries(text))
        assert.ok(word !== '' && !(keys.includes(word) && word.length > 8), `${language} ${key}`);
      assert.notEqual(text.tryIt, 'tryIt', language);
    }
    assert.equal(referenceText('pt-BR').tryIt, 'Experimentar');
    assert.equal(referenceText('xx'), englishReference);
  });

  test('a page has labels in its language, with IDs that are the same in all languages', async () => {
    const spec = {
      openapi: '3.1.0',
      info: { title: 'S', version: '1' },
      paths: {
        '/x': {
          get: {
            parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    };
    const page = '---\nopenapi: GET /x\n---\n\n<ParamField query="a" required />';
    const site = await buildFixture({
      'docs.json': JSON.stringify({
        theme: 'mint',
        name: 'T',
        colors: { primary: '#000' },
        api: { openapi: 'api.json' },
        navigation: {
          languages: [
            { language: 'en', pages: ['en'] },
            { language: 'fr', pages: ['fr'] },
          ],
        },
      }),
      'api.json': JSON.stringify(spec),
      'en.mdx': page,
      'fr.mdx': page,
    });
    assert.match(site.content('en'), /id="query-parameters"[^]*Query parameters/);
    assert.match(site.content('fr'), /id="query-parameters"[^]*Paramètres de requête/);
    assert.equal(site.content('fr').match(/class="field-required">requis</g)?.length, 2);
  });
});
