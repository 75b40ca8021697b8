import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemorySource } from '@docwright/site-builder';
import { importSite } from '../index.ts';

const files = {
  'mkdocs.yml':
    'site_name: M\nnav: [{Home: index.md}]\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [docs, code]\n',
  'docs/part.md': 'Included **words**.\n',
  'code/a.py': '# --8<-- [start:one]\nfirst = 1\n# --8<-- [end:one]\nsecond = 2\n',
  'docs/img/a.png': 'x',
};

function importPage(text: string): { readonly page: string; readonly losses: readonly string[] } {
  const source = createMemorySource(Object.entries({ ...files, 'docs/index.md': `# M\n\n${text}\n` }));
  const site = importSite({ source, name: 'Old' });
  const file = site.files.find(({ path }) => path === 'index.mdx');
  const page = file !== undefined && 'text' in file ? file.text : '';
  return {
    page: page.replace(/^---\n[^]*?\n---\n\n/, '').trimEnd(),
    losses: site.losses.map(({ message }) => message),
  };
}

describe('the syntax of Material pages', () => {
  const cases: Readonly<Record<string, readonly [old: string, made: string]>> = {
    'a block between slashes': ['/// warning | Hot `x`\nText\n///', '<Warning title="Hot `x`">\n\nText\n\n</Warning>'],
    'a block with options': [
      '/// details | More\n    type: tip\n    open: True\n\nIn\n///',
      '<Accordion title="More" defaultOpen="true">\n\nIn\n\n</Accordion>',
    ],
    'tabs between slashes, with a block inside': [
      '//// tab | A\n/// note\nx\n///\n////\n\n//// tab | B\ny\n////',
      '<Tabs>\n\n<Tab title="A">\n\n<Note>\n\nx\n\n</Note>\n\n</Tab>\n\n<Tab title="B">\n\ny\n\n</Tab>\n\n</Tabs>',
    ],
    'icons and emoji': [
      ':rocket: :material-check: `:x:` 10:30:00',
      '🚀 <Icon icon="check" iconType="solid" /> `:x:` 10:30:00',
    ],
    'the size of a picture': [
      '![Alt](img/a.png){ width="300" loading=lazy }',
      '<img src="/img/a.png" alt="Alt" width="300" />',
    ],
    'a language in a code span': ['Call `#!python print("a")`.', 'Call `print("a")`.'],
    'several definitions': ['Term\n:   One\n\n:   Two', 'Term\n\n> One\n\n> Two'],
    'an icon in the title of a tab': [
      '=== ":fontawesome-brands-python: Python"\n\n    x',
      '<Tabs>\n\n<Tab title="Python">\n\nx\n\n</Tab>\n\n</Tabs>',
    ],
    'HTML details on a few lines': [
      '<details><summary>Sum</summary>\nText\n</details>',
      '<Accordion title="Sum">\n\nText\n\n</Accordion>',
    ],
    'a picture inside HTML': [
      '<figure markdown="span">\n  ![f](img/a.png)\n</figure>',
      '<figure>\n  ![f](/img/a.png)\n</figure>',
    ],
    'files included as a block': ['--8<--\npart.md\n--8<--', 'Included **words**.'],
    'part of a file in a code block': ['```py\n--8<-- "a.py:one"\n```', '```py\nfirst = 1\n```'],
    'a program from another file': ['{* a.py ln[4] hl[1] *}', '```py {1}\nsecond = 2\n```'],
    'an HTML picture for one color scheme': [
      '<a href="https://x.test"><img alt="f" src="img/a.png#only-dark"></a>',
      '<a href="https://x.test"><img alt="f" src="/img/a.png" className="hidden dark:block" /></a>',
    ],
    'lines of a file in a code block': ['```py\n--8<-- "a.py:4:4"\n```', '```py\nsecond = 2\n```'],
  };
  for (const [name, [old, made]] of Object.entries(cases))
    test(name, () => {
      assert.equal(importPage(old).page, made);
    });

  test('missing parts of files, and icons without a similar icon, are reported', () => {
    const { losses } = importPage('```py\n--8<-- "a.py:none"\n```\n\n:material-blender-software: x');
    assert.deepEqual(
      losses.filter((message) => message.includes('left out')),
      ['the included a.py:none is left out', 'the icon :material-blender-software: is left out'],
    );
  });
});
