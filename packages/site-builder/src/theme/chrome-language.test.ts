import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';

const spec = {
  openapi: '3.1.0',
  info: { title: '接口', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/v': {
      post: {
        summary: '作成',
        operationId: '作成',
        deprecated: true,
        parameters: [
          { name: 'q', in: 'query', required: true, deprecated: true, schema: { type: 'string', default: '一' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  a: { type: 'array', items: { type: 'string', enum: ['一', '二'], minLength: 1 } },
                  b: { oneOf: [{ type: 'string' }, { type: 'object', properties: { c: { type: 'integer' } } }] },
                  d: { type: 'string', readOnly: true, example: '三', nullable: true },
                },
              },
            },
          },
        },
        responses: { 200: { description: '可', content: { 'application/json': { schema: { type: 'string' } } } } },
      },
    },
  },
};

const page = `---
title: 一
description: 説明
deprecated: true
rss: true
---

# 見出し

<Note>本文</Note><Tip>本文</Tip><Warning>本文</Warning><Info>本文</Info><Check>本文</Check><Danger>本文</Danger>

<Tabs><Tab title="甲">本文</Tab><Tab title="乙">本文</Tab></Tabs>

<Steps><Step title="甲">本文</Step></Steps>

<CodeGroup>

\`\`\`js 甲 expandable
一
\`\`\`

\`\`\`js 乙
二
\`\`\`

</CodeGroup>

<ParamField query="q" type="string" required deprecated default="一">本文</ParamField>

<Expandable title="甲">本文</Expandable>

<Update label="令和" tags={["甲", "乙"]}>本文</Update>

<Update label="平成" tags={["甲"]}>本文</Update>

| 甲 | 乙 |
| -- | -- |
| 一 | 二 |

- [x] 済
- [ ] 未

注[^1]

[^1]: 脚注

<View title="甲">本文</View><View title="乙">本文</View>

<Prompt description="説明" actions={["copy", "cursor"]}>本文</Prompt>

<Tree><Tree.Folder name="甲"><Tree.File name="乙" /></Tree.Folder></Tree>

<Color><Color.Item name="甲" value="#123456" /></Color>
`;

/** Names, keys and terms of specifications, which are the same in every language. */
const names =
  /^(?:RSS|JSON|API|MCP|PDF|POST|Markdown|ChatGPT|Claude|Cursor|Perplexity|VS|Code|Bearer|Ctrl|Python|JavaScript|PHP|Go|Java|Ruby|cURL|llms\.txt|header|query|string|object|integer|enum|bearer|lt|gt|js)$/;

/** Returns the text of a page for readers: its visible text, and the attributes that screen readers read. */
function shownTexts(html: string): string[] {
  const body = html.replace(/<(script|style|svg|code|pre)\b.*?<\/\1>/gs, ' ');
  const spoken = [...body.matchAll(/ (?:aria-label|title|placeholder|alt|aria-description)="([^"]*)"/g)];
  return [...spoken.map(([, text = '']) => text), ...body.replace(/<[^>]*>/g, '\n').split('\n')].filter(
    (text) => text.trim() !== '',
  );
}

test('no part of the frame, a component or an API page is in English on a Japanese site', async () => {
  const config = {
    theme: 'mint',
    name: 'T',
    colors: { primary: '#0d9373' },
    banner: { content: '告知', dismissible: true },
    contextual: { options: ['copy', 'view', 'chatgpt', 'claude', 'perplexity', 'mcp', 'cursor', 'vscode'] },
    metadata: { timestamp: true },
    feedback: { suggestEdit: true, raiseIssue: true },
    navigation: {
      languages: [
        {
          language: 'ja',
          versions: [
            {
              version: '二',
              default: true,
              groups: [
                { group: '組', pages: ['index', 'other'] },
                { group: '口', openapi: 'api.json' },
              ],
            },
            { version: '一', pages: ['old'] },
          ],
        },
      ],
    },
  };
  const files = {
    'docs.json': JSON.stringify(config),
    'index.mdx': page,
    'other.mdx': '---\ntitle: 二\ndeprecated: true\nmode: wide\n---\n\n本文',
    'old.mdx': '---\ntitle: 三\n---\n\n本文',
    'api.json': JSON.stringify(spec),
  };
  const site = await buildFixture(files, { siteUrl: 'https://docs.example.com' });
  const english = new Set<string>();
  for (const [path, html] of site.files) {
    if (!path.endsWith('.html')) continue;
    for (const text of shownTexts(html))
      if ((text.match(/[A-Za-z][A-Za-z.\d]+/g) ?? []).some((word) => !names.test(word)))
        english.add(`${path}: ${text.trim()}`);
  }
  assert.deepEqual([...english], []);
});
