import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeCommit, memoryCode } from '../testing/memory-code.ts';
import { checkCitations } from './check-citations.ts';
import { findCitations } from './citation.ts';
import { CodeLibrary } from './code-library.ts';

const lines = [
  'export class Client {',
  '  maxRetries = 5;',
  '  timeoutMs = 100;',
  "  mode = 'fast';",
  '}',
  'connect(url)',
];
const code = new CodeLibrary([
  memoryCode({
    'src/client.ts': `${lines.join('\n')}\n`,
    'a b.ts': 'one\n',
    'huge.ts': { kind: 'file', sizeBytes: 50_000_000 },
  }),
]);
const check = (claim: string, location: string) =>
  checkCitations(code, [{ claim, location }], new AbortController().signal);
const at = (place: string, commit = codeCommit): string => `acme/api@${commit}:${place}`;

for (const [claim, place] of [
  ['`maxRetries` is `5` by default.', 'src/client.ts#L2'],
  ['`client.maxRetries` is a number.', 'src/client.ts#L1-L3'],
  ['Call `connect()` first.', 'src/client.ts#L6'],
  ["The mode is `'fast'`.", 'src/client.ts#L4-4'],
  ['Run `npm install acme`; nothing else is named.', 'src/client.ts#L1-L6'],
  ['It is one.', 'a b.ts#L1'],
] as const) {
  test(`a citation is accepted: ${claim} ${place}`, async () => {
    for (const commit of [codeCommit, codeCommit.slice(0, 7)]) {
      const { right, doubts } = await check(claim, at(place, commit));
      assert.deepEqual(doubts, []);
      assert.equal(right[0]?.location, at(place.replace('-4', ''), codeCommit));
    }
  });
}

test('a citation with the repository’s address is shown with the repository’s name', async () => {
  for (const address of ['https://github.com/acme/api', 'https://git.example/git/Acme/api.git']) {
    const { right, doubts } = await check('It is one.', `${address}@${codeCommit}:a b.ts#L1`);
    assert.deepEqual([doubts, right[0]?.location], [[], at('a b.ts#L1')]);
  }
  const { right } = await check('It is one.', `https://github.com/other-acme/api@${codeCommit}:a b.ts#L1`);
  assert.deepEqual(right, []);
});

test('the last part of a repository’s name is enough if no other repository has it', async () => {
  const { right, doubts } = await check('It is one.', `API@${codeCommit}:a b.ts#L1`);
  assert.deepEqual([doubts, right[0]?.location], [[], at('a b.ts#L1')]);
  const files = { 'a b.ts': 'one\n' };
  const names = ['acme/api', 'other/api', 'acme/tools/cli', 'api-docs'];
  const many = new CodeLibrary(names.map((name) => memoryCode(files, name)));
  const checkMany = (repository: string) =>
    checkCitations(
      many,
      [{ claim: 'One.', location: `${repository}@${codeCommit}:a b.ts#L1` }],
      new AbortController().signal,
    );
  const ambiguous = await checkMany('api');
  assert.deepEqual(ambiguous.right, []);
  assert.match(ambiguous.doubts.join(), /its repository may be any of acme\/api, other\/api\./);
  for (const [written, name] of [
    ['other/api', 'other/api'],
    ['cli', 'acme/tools/cli'],
    ['tools/cli', 'acme/tools/cli'],
    ['api-docs', 'api-docs'],
  ] as const)
    assert.equal((await checkMany(written)).right[0]?.location, `${name}@${codeCommit}:a b.ts#L1`, written);
  for (const wrong of ['pi', 'docs', '/api', 'https://git.example/api'])
    assert.match((await checkMany(wrong)).doubts.join(), /not in a context repository/, wrong);
  assert.throws(() => many.require('api'), /"api" may be any of acme\/api, other\/api; use the whole name/);
});

for (const [claim, location, doubt] of [
  ['`maxRetries` is `5`.', at('src/client.ts#L3'), /do not contain `maxRetries`, `5`/],
  ['`Retries` is a word.', at('src/client.ts#L2'), /do not contain `Retries`/],
  ['It is `6`.', at('src/client.ts#L1-L6'), /do not contain `6`/],
  ['A line.', at('src/client.ts#L7'), /the file ends at line 6/],
  ['A line.', at('src/client.ts#L1-L2147483648'), /more than 400 lines/],
  ['A line.', at('src/client.ts#L9999999999-L1'), /not in order/],
  ['A line.', at('src/client.ts#L0'), /not in order/],
  ['A file.', at('src/none.ts#L1'), /does not exist/],
  ['A file.', at('../../etc/passwd#L1'), /does not exist/],
  ['A file.', at('huge.ts#L1'), /does not exist/],
  ['A commit.', at('src/client.ts#L1', '0123456789abcdef0123'), /not in the history/],
  ['Another.', `other/api@${codeCommit}:src/client.ts#L1`, /not in a context repository/],
  ['No form.', 'src/client.ts line 5', /not of the form/],
  ['Hostile.', at('x`<img src=x>#L1'), /is wrong/],
] as const) {
  test(`a citation causes a doubt: ${claim} ${location}`, async () => {
    const { right, doubts } = await check(claim, location);
    assert.deepEqual(right, []);
    assert.equal(doubts.length, 1);
    assert.match(doubts[0] ?? '', doubt);
    assert.equal((doubts[0] ?? '').split('`').length % 2, 1, 'backticks are in pairs');
  });
}

test('several locations of one claim are checked together', async () => {
  const claim = '`maxRetries` and `connect` exist.';
  const both = ['src/client.ts#L2', 'src/client.ts#L6'].map((place) => ({ claim, location: at(place) }));
  const { right, doubts } = await checkCitations(code, both, new AbortController().signal);
  assert.deepEqual([right.length, doubts], [2, []]);
});

test('citations in a summary are found with their sentence', () => {
  const first = at('src/client.ts#L2');
  const second = at('src/client.ts#L3-L4');
  const text = `Intro. \`maxRetries\` is 5 (\`${first}\`). More.\n- \`timeoutMs\` is 100. (\`${second}\`)\n`;
  assert.deepEqual(
    findCitations(text).map(({ claim, location }) => [
      location,
      claim.includes('maxRetries'),
      claim.includes('timeoutMs'),
    ]),
    [
      [first, true, false],
      [second, false, true],
    ],
  );
  assert.deepEqual(findCitations('ada@example.com wrote to a@b: nothing'), []);
});
