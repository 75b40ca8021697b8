import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSiteKnowledge } from '../knowledge/open-site-knowledge.ts';
import { sampleSite, type SamplePage } from '../testing/sample-site.ts';
import { findExtracts } from './find-extracts.ts';
import { isUnspaced, namesOf } from './question-words.ts';

const pages: readonly SamplePage[] = [
  {
    path: 'members',
    title: 'Members and roles',
    markdown:
      '## Invite a member\n\nOpen the settings and enter an address.\n\n## Remove a member\n\nA member who is removed keeps nothing.',
  },
  ...['Billing', 'Usage', 'Regions', 'Backups', 'Imports', 'Exports'].map((title) => ({
    path: title.toLowerCase(),
    title,
    markdown: `What ${title} does.`,
  })),
  { path: 'fonts', title: 'Fonts', markdown: 'A site has one font for headings and one for its text.' },
  {
    path: 'calendar',
    title: 'Maintenance calendar',
    markdown: 'Connect a calendar, and readers see when work is planned.',
  },
  {
    path: 'keys',
    title: 'Create a key',
    markdown: `A key belongs to one project.\n\n\`\`\`yaml\n${'field: value\n'.repeat(500)}\`\`\``,
  },
];

const extractsOf = async (question: string) =>
  (await findExtracts(openSiteKnowledge(sampleSite(pages)), question)).extracts;

test('a question in different words is answered from the page about it', async () => {
  const [first] = await extractsOf('how can I change the typeface?');
  assert.deepEqual([first?.path, first?.markdown], ['fonts', 'A site has one font for headings and one for its text.']);
});

test('the section that the question names is quoted', async () => {
  const [first] = await extractsOf('How do I remove a colleague who was a member?');
  assert.deepEqual([first?.path, first?.anchor], ['members', 'remove-a-member']);
});

test('a heading in the question’s own words is preferred over a longer heading, and over sections that repeat the words', async () => {
  const markdown = [
    'Manage datasets: create a dataset, trim a dataset, share a dataset.',
    '## Separate a dataset by service before you create another dataset\n\nCreate a dataset for each service; a dataset that you create is empty.',
    '## Create a dataset\n\nClick **New**, and enter a name.',
  ].join('\n\n');
  const knowledge = openSiteKnowledge(sampleSite([...pages, { path: 'datasets', title: 'Manage datasets', markdown }]));
  const [first] = (await findExtracts(knowledge, 'How do I create a dataset?')).extracts;
  assert.deepEqual([first?.path, first?.anchor], ['datasets', 'create-a-dataset']);
});

test('a heading with only subsections is quoted with them, if it matches the question', async () => {
  const markdown = [
    'How we publish.',
    '## Versioning policy\n\n### Minor versions\n\nThey add.\n\n### Major versions\n\nThey may remove a field.',
    '## Support\n\nEach version is kept for a year.',
  ].join('\n\n');
  const knowledge = openSiteKnowledge(sampleSite([...pages, { path: 'releases', title: 'Releases', markdown }]));
  const [policy] = (await findExtracts(knowledge, 'What is your versioning policy?')).extracts;
  assert.equal(policy?.anchor, 'versioning-policy');
  assert.match(policy?.markdown ?? '', /They add\.[^]*They may remove a field\./);
  assert.doesNotMatch(policy?.markdown ?? '', /kept for a year/);
  const [field] = (await findExtracts(knowledge, 'Which of the releases may remove a field?')).extracts;
  assert.equal(field?.anchor, 'major-versions');
});

test('a question that shares only one or two words with the site has no answer', async () => {
  assert.deepEqual(
    await extractsOf('Which fertilizer keeps the roses of a garden free of mildew when I open them?'),
    [],
  );
});

test('a question that names something missing from the site has no answer, even if the rest matches a page', async () => {
  assert.deepEqual(await extractsOf('How do I connect a maintenance calendar to Salesforce?'), []);
  assert.equal((await extractsOf('How do I connect a maintenance calendar?'))[0]?.path, 'calendar');
});

test('on a site without an index, a question is matched against the words of the titles, in any form', async () => {
  const index = '_docwright/search/index.json';
  const knowledge = openSiteKnowledge(sampleSite(pages, { files: { [index]: undefined } }));
  assert.equal((await findExtracts(knowledge, 'What is a font?')).extracts[0]?.path, 'fonts');
});

test('text that is too long for a quotation is left out, and the text next to it is quoted', async () => {
  const [first] = await extractsOf('How do I create a key?');
  assert.equal(first?.markdown, 'A key belongs to one project.');
});

const useCase = (label: string, words: string): string =>
  `<Tab title="${label}">\n\n${words}\n\n\`\`\`kusto\nevents | where ${'x'.repeat(300)} // ${label}\n\`\`\`\n\n${'More about it. '.repeat(30)}\n\n</Tab>`;

test('only the paragraph of a long section that answers the question is quoted, with its code', async () => {
  const markdown = [
    '## Use cases',
    '<Tabs>',
    useCase('Logs', 'Count the events of each hour by status code.'),
    useCase('Traces', 'Count the spans of each service.'),
    useCase('Security', 'Count the sign-ins of each country.'),
    '</Tabs>',
  ].join('\n\n');
  const knowledge = openSiteKnowledge(sampleSite([...pages, { path: 'count', title: 'Count', markdown }]));
  const [first] = (await findExtracts(knowledge, 'How do I count events per hour by status code?')).extracts;
  assert.match(first?.markdown ?? '', /^\*\*Logs\*\*\n\nCount the events[^]*\/\/ Logs\n```/);
  assert.doesNotMatch(first?.markdown ?? '', /Traces|Security/);
});

test('a passage that has the question’s words only in its code is left out if another has them in its text', async () => {
  const gallery = '## Code groups\n\n```json\n{ "flag": "new", "user": 1, "percent": 10, "roll": "out" }\n```';
  const sample = { path: 'gallery', title: 'Gallery', markdown: gallery };
  const rollouts = 'A rollout turns a flag on for some users. Going from 10% to 50% adds users.';
  const question = 'How do I roll out a flag to 10 percent of users?';
  const asked = async (own: readonly SamplePage[]) =>
    (await findExtracts(openSiteKnowledge(sampleSite([...pages, ...own])), question)).extracts.map(({ path }) => path);
  assert.deepEqual(await asked([sample, { path: 'targeting', title: 'Targeting', markdown: rollouts }]), ['targeting']);
  assert.deepEqual(await asked([sample]), ['gallery']);
});

test('a quotation doesn’t end with a heading or a label', async () => {
  const markdown = '## Count events\n\nCount them by hour.\n\n<Tab title="Query">\n\n</Tab>';
  const knowledge = openSiteKnowledge(sampleSite([...pages, { path: 'count', title: 'Tools', markdown }]));
  const [first] = (await findExtracts(knowledge, 'How do I count events?')).extracts;
  assert.equal(first?.markdown, 'Count them by hour.');
  const nested = '## Count events\n\n### By hour\n\nCount them by hour.\n\n### Query\n\n';
  const other = openSiteKnowledge(sampleSite([...pages, { path: 'count', title: 'Tools', markdown: nested }]));
  const [joined] = (await findExtracts(other, 'How do I count events?')).extracts;
  assert.match(joined?.markdown ?? '', /Count them by hour\.$/);
});

test('for an operation’s page, its method, path and text are quoted, but not its specification', async () => {
  const specification = '````yaml openapi.yaml post /flags\nopenapi: 3.1.0\npaths:\n  /flags:\n    post: {}\n````';
  const page: SamplePage = {
    path: 'api/create-flag',
    title: 'Create a flag',
    operation: { method: 'POST', path: '/flags', id: 'createFlag' },
    markdown: `A flag begins switched off.\n\n## OpenAPI\n\n${specification}`,
  };
  const knowledge = openSiteKnowledge(sampleSite([...pages, page]));
  const [first] = (await findExtracts(knowledge, 'How do I create a flag by the OpenAPI paths?')).extracts;
  assert.deepEqual(
    [first?.path, first?.anchor, first?.markdown],
    ['api/create-flag', '', '`POST /flags`\n\nA flag begins switched off.'],
  );
  const bare = openSiteKnowledge(sampleSite([...pages, { ...page, markdown: `## OpenAPI\n\n${specification}` }]));
  const [only] = (await findExtracts(bare, 'How do I create a flag?')).extracts;
  assert.deepEqual([only?.path, only?.markdown], ['api/create-flag', '`POST /flags`']);
});

test('names are words with a capital letter within a sentence, unless most words have one', () => {
  assert.deepEqual(namesOf('Does it work? Can I use GitHub Actions, or Jenkins?'), ['GitHub', 'Actions', 'Jenkins']);
  assert.deepEqual(namesOf('How Do I Rotate Every Key'), []);
  assert.deepEqual(namesOf('how do I rotate it'), []);
});

test('a question is unspaced if some of its words have no spaces between them', () => {
  for (const [question, answer] of [
    ['换字体', true],
    ['フォントを変える', true],
    ['How do I change 字体?', true],
    ['¿Cómo cambio el tipo de letra?', false],
    ['글꼴 바꾸기', false],
    ['', false],
  ] as const)
    assert.equal(isUnspaced(question), answer, question);
  // The same question twice, because the expression must keep no state.
  assert.equal(isUnspaced('换字体'), true);
});
