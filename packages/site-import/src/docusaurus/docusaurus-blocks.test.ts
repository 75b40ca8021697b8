import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemorySource } from '@docwright/site-builder';
import { importSite } from '../index.ts';

const files = {
  'docusaurus.config.js': "module.exports = { title: 'A', presets: [['classic', { docs: { routeBasePath: '/' } }]] };",
  'docs/code.js': 'run();\n',
  'docs/a.mp4': 'x',
  'static/img/day.png': 'x',
  'static/img/night.png': 'x',
};

function importPage(text: string): { readonly page: string; readonly losses: readonly string[] } {
  const source = createMemorySource(Object.entries({ ...files, 'docs/intro.mdx': `# Hi\n\n${text}\n` }));
  const site = importSite({ source, name: 'Old' });
  const file = site.files.find(({ path }) => path === 'intro.mdx');
  const page = file !== undefined && 'text' in file ? file.text : '';
  return {
    page: page.replace(/^---\n[^]*?\n---\n\n/, '').trimEnd(),
    losses: site.losses.map(({ message }) => message),
  };
}

describe('an import from Docusaurus converts', () => {
  const themed = `import ThemedImage from '@theme/ThemedImage';\nimport Night from '@site/static/img/night.png';\n\n<ThemedImage\n  alt="Both"\n  sources={{ light: useBaseUrl('/img/day.png'), dark: Night }}\n/>`;
  const cases: Readonly<Record<string, readonly [old: string, made: string]>> = {
    'tags on a page with the ID of a heading': [
      '## Two {#own}\n\n<Tabs>\n<TabItem value="a" label="A">x</TabItem>\n</Tabs>\n\nThe {{ variable }}.',
      '## Two {#own}\n\n<Tabs>\n<Tab title="A">x</Tab>\n</Tabs>\n\nThe {{ variable }}.',
    ],
    'an ID in a comment': ['## Two {/* #own */}', '## Two {#own}'],
    'code from a file': [
      'import Code from \'!!raw-loader!./code.js\';\n\n<CodeBlock language="js" title="code.js" showLineNumbers>{Code}</CodeBlock>',
      '```js title="code.js" lines\nrun();\n```',
    ],
    'code in a component': [
      '<CodeBlock className="language-json">\n{`{\n  "a": 1\n}`}\n</CodeBlock>',
      '```json\n{\n  "a": 1\n}\n```',
    ],
    'the theme’s Details component': [
      '<Details summary={<b>More</b>}>\nText\n</Details>',
      '<Accordion title="More">\n\nText\n\n</Accordion>',
    ],
    'an image for each color scheme': [
      themed,
      '<img src="/img/day.png" alt="Both" className="block dark:hidden" /><img src="/img/night.png" alt="Both" className="hidden dark:block" />',
    ],
    'the title of an admonition as an attribute': [
      ':::tip{title="Do this"}\nText\n:::',
      '<Tip title="Do this">\n\nText\n\n</Tip>',
    ],
    'a video that is loaded with require()': ['<video src={require("./a.mp4").default} />', '<video src="/a.mp4" />'],
  };
  for (const [name, [old, made]] of Object.entries(cases))
    test(name, () => {
      const { page, losses } = importPage(old);
      assert.equal(page, made);
      assert.deepEqual(losses, []);
    });
});
