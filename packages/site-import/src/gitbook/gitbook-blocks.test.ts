import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemorySource } from '@docwright/site-builder';
import { importSite } from '../index.ts';

const files = {
  'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  'guide.md': '# Guide\n',
  '.gitbook.yaml': 'root: ./\n',
  '.gitbook/vars.yaml': 'version: 1.5\n',
};

function importPage(text: string): { readonly page: string; readonly losses: readonly string[] } {
  const source = createMemorySource(Object.entries({ ...files, 'README.md': `# Home\n\n${text}\n` }));
  const site = importSite({ source, name: 'Old' });
  const file = site.files.find(({ path }) => path === 'index.mdx');
  const page = file !== undefined && 'text' in file ? file.text : '';
  return {
    page: page.replace(/^---\n[^]*?\n---\n\n/, '').trimEnd(),
    losses: site.losses.map(({ message }) => message),
  };
}

const table = (cell: string): string =>
  `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>${cell}</td><td></td></tr></tbody></table>`;

describe('an import from GitBook converts', () => {
  const cases: Readonly<Record<string, readonly [old: string, made: string]>> = {
    'a method of an API': [
      '{% swagger method="get" path="/pets" baseUrl="https://a.test" summary="List pets" %}\n{% swagger-description %}\nAll.\n{% endswagger-description %}\n\n{% swagger-parameter in="query" name="limit" type="Integer" required="true" %}\nHow many\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}',
      '### List pets\n\n`GET` `https://a.test/pets`\n\nAll.\n\n<ParamField query="limit" type="Integer" required>\n\nHow many\n\n</ParamField>\n\n<Accordion title="200: OK">\n\n```json\n{}\n```\n\n</Accordion>',
    ],
    'a method in the older form': [
      '{% api-method method="post" host="https://a.test" path="/pets/:id" %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="id" type="string" required=true %}\nThe pet\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n{% endapi-method-request %}\n{% endapi-method %}',
      '`POST` `https://a.test/pets/:id`\n\n<ParamField path="id" type="string" required>\n\nThe pet\n\n</ParamField>',
    ],
    'a changelog': [
      '{% updates format="full" %}\n{% update date="2026-01-02" tags="new" %}\n## Fast\n{% endupdate %}\n{% endupdates %}',
      '<Update label="2026-01-02" description="new">\n\n## Fast\n\n</Update>',
    ],
    'a tab with an icon': [
      '{% tabs %}\n{% tab title="A" icon="x" %}\na\n{% endtab %}\n{% endtabs %}',
      '<Tabs>\n\n<Tab title="A" icon="x">\n\na\n\n</Tab>\n\n</Tabs>',
    ],
    'a reference to a page in the older form': [
      '{% page-ref page="guide.md" %}',
      '<Card title="Guide" href="/guide" />',
    ],
    'emoji and variables': [
      ':rocket: Version <code class="expression">space.vars.version</code> `:x:` :unheard_of:',
      '🚀 Version 1.5 `:x:` :unheard_of:',
    ],
    'a card whose title is a link': [
      table('<a href="guide.md">Read</a>'),
      '<CardGroup cols="2">\n\n<Card title="Read" href="/guide">\n\n</Card>\n\n</CardGroup>',
    ],
  };
  for (const [name, [old, made]] of Object.entries(cases))
    test(name, () => {
      const { page, losses } = importPage(old);
      assert.equal(page, made);
      assert.deepEqual(losses, []);
    });
});
