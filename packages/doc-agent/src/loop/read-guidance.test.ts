import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { memoryFiles } from '../testing/memory-files.ts';
import { runTestTurn, testTurn } from '../testing/run-turn.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { condenseGuidance } from './condense-guidance.ts';
import { readGuidance } from './read-guidance.ts';
import { runAgentTurn } from './run-agent-turn.ts';

const config = {
  name: 'Harbour',
  navigation: {
    languages: [
      { language: 'en', tabs: [{ tab: 'Guides', groups: [{ group: 'Start', pages: ['index', 'guides/setup'] }] }] },
      { language: 'de', groups: [{ group: 'Anfang', pages: ['de/index'] }] },
    ],
  },
};
const files = {
  'docs.json': JSON.stringify(config),
  'index.mdx': '---\ntitle: "Welcome aboard"\n---\n\nThe colour of the sea.\n',
  'guides/setup.mdx': '---\ntitle: Setup\n---\n\nThe colour of the sea.\n',
  'de/index.mdx': '---\ntitle: Willkommen\n---\n\nDas Meer.\n',
  'CLAUDE.md': 'Do NOT include a `description:` field. The colour is blue.',
  '.github/copilot-instructions.md': 'Use sentence case.',
  '.cursor/rules/api.mdc': '---\nglobs: api/**/*.mdx\n---\n\nName the endpoint first.',
  'guides/AGENTS.md': 'Guides address the reader as "you".',
  'STYLE_GUIDE.md': 'Write "color".',
  'CONTRIBUTING.md': 'Run the build.',
};
const textOf = (message: LanguageModelV4Message | undefined): string =>
  message?.role === 'system' ? message.content : '';
const finish = { tool: 'finish', input: { outcome: 'no_changes', title: '', summary: 'Nothing to do.' } };
const names = (guidance: readonly { source: string }[]) => guidance.map(({ source }) => source);

test('guidance is found under its usual names, outermost folder first, with its scope', async () => {
  const found = await readGuidance(memoryFiles(files), [], 32_000);
  assert.deepEqual(names(found), [
    '.cursor/rules/api.mdc',
    '.github/copilot-instructions.md',
    'CLAUDE.md',
    'CONTRIBUTING.md',
    'STYLE_GUIDE.md',
    'guides/AGENTS.md',
  ]);
  const scopes = found.map(({ scope }) => scope);
  assert.deepEqual(scopes, ['api/**/*.mdx', undefined, undefined, undefined, undefined, 'guides']);
});

test('a style guide that the navigation lists is a page, not guidance', async () => {
  const listed = { ...files, 'docs.json': '{"navigation":{"pages":["index","STYLE_GUIDE"]}}' };
  assert.ok(!names(await readGuidance(memoryFiles(listed), [], 32_000)).includes('STYLE_GUIDE.md'));
});

test('a guide of 99 kB is reduced to its part about writing, and its size is stated', async () => {
  const code = `\`\`\`ts\n${'const x = call();\n'.repeat(200)}\`\`\`\n`;
  const filler = Array.from(
    { length: 60 },
    (_, index) => `## Module ${index}\n\n${'It is there for reasons. '.repeat(50)}\n`,
  );
  const long = `# Repository\n\n${code}${filler.join('')}## Docs\n\nNever include a \`description:\` field in frontmatter. Always write short titles.\n${filler.join('')}`;
  assert.ok(long.length > 90_000);
  const [guide] = await readGuidance(memoryFiles({ 'CLAUDE.md': long }), [], 32_000);
  assert.ok(guide !== undefined && guide.text.length <= 32_000);
  assert.match(guide.text, /Never include a `description:` field/);
  assert.doesNotMatch(guide.text, /const x = call/);
  assert.match(guide.source, /^CLAUDE\.md \(\d+ of \d+ characters\)$/);
});

test('if space is limited, settings and the nearest instructions take precedence over contributor guides', async () => {
  const long = Object.fromEntries(
    ['CLAUDE.md', 'guides/AGENTS.md', 'CONTRIBUTING.md'].map((path) => [
      path,
      `${path} says: always write. `.repeat(100),
    ]),
  );
  const settings = { source: 'project settings', text: 'Be brief.' };
  const found = await readGuidance(memoryFiles(long), [settings], 3_000);
  assert.deepEqual(
    names(found).map((source) => source.replace(/ \(.*/, '')),
    ['project settings', 'CLAUDE.md', 'guides/AGENTS.md'],
  );
});

test('requests contain guidance, site, outline and date; guidance is listed as a source, and searches don’t find it', async () => {
  const model = scriptedModel([
    [
      { tool: 'grep', input: { regex: 'colou?r', glob: '**' } },
      { tool: 'search_docs', input: { query: 'colour description' } },
    ],
    [finish],
  ]);
  const outcome = await runTestTurn({ model, files, today: '2026-11-29' });
  const [system, ...rest] = model.requests[1]?.prompt ?? [];
  const text = textOf(system);
  assert.match(text, /Do NOT include a `description:` field/);
  assert.match(text, /<guidance source="guides\/AGENTS.md" pages="guides">/);
  assert.match(text, /Name: Harbour\nLanguages: en, de\nTabs: Guides/);
  assert.match(text, /\[en > Guides > Start\]\n- index: Welcome aboard\n- guides\/setup: Setup/);
  assert.match(text, /1 page of other languages/);
  assert.match(text, /Today is 2026-11-29\.$/);
  assert.doesNotMatch(JSON.stringify(rest), /CLAUDE|STYLE_GUIDE|copilot/);
  assert.ok(outcome.sources.includes('CLAUDE.md'));
});

test('the prefix stays byte-identical between steps, after a restart at midnight, and while pages change', async () => {
  const model = scriptedModel([
    [{ tool: 'read', input: { path: 'guides/setup' } }],
    [{ tool: 'frontmatter', input: { path: 'guides/setup', set: { title: 'Installation' } } }],
    [{ tool: 'list', input: {} }],
  ]);
  const turn = testTurn({ model, files, today: '2026-11-29' });
  await assert.rejects(
    runAgentTurn(
      {
        ...turn,
        model: {
          ...model,
          doGenerate: (options: LanguageModelV4CallOptions) =>
            model.requests.length === 3 ? Promise.reject(new Error('stop')) : model.doGenerate(options),
        },
        isLastAttempt: false,
      },
      new AbortController().signal,
    ),
  );
  await runAgentTurn(
    {
      ...turn,
      model: scriptedModel((options) => {
        model.requests.push(options);
        return [finish];
      }),
      today: '2026-11-30',
    },
    new AbortController().signal,
  );
  const systems = model.requests.map(({ prompt }) => JSON.stringify(prompt[0]));
  assert.equal(new Set(systems).size, 1);
});

test('an outline of 3,000 pages stays within 4,000 tokens', async () => {
  const pages = Array.from({ length: 3000 }, (_, index) => `guides/page-${index}`);
  const groups = Array.from({ length: 30 }, (_, index) => ({
    group: `Group ${index}`,
    pages: pages.slice(index * 100, index * 100 + 100),
  }));
  const many = {
    'docs.json': JSON.stringify({ navigation: { groups } }),
    ...Object.fromEntries(pages.map((path) => [`${path}.mdx`, `---\ntitle: The title of ${path}\n---\n`])),
  };
  const model = scriptedModel([[finish]]);
  const base = memoryFiles(many);
  const readPaths = new Set<string>();
  const recorded = {
    list: () => base.list(),
    read: (path: string) => {
      readPaths.add(path);
      return base.read(path);
    },
  };
  await runAgentTurn({ ...testTurn({ model, files: many }), base: recorded }, new AbortController().signal);
  const text = textOf(model.requests[0]?.prompt[0]);
  const site = /<site>[^]*<\/site>/.exec(text)?.[0] ?? '';
  assert.match(site, /\[Group 29\]: 100/);
  assert.ok(!readPaths.has(`${pages[0]}.mdx`), "titles that don't fit are not read");
  assert.ok(site.length / 4 <= 4000);
});

test('a guide is not cut in the middle of a character', () => {
  for (const start of ['', 'x']) assert.ok(condenseGuidance(`${start}${'😀'.repeat(500)}`, 401).isWellFormed());
});
