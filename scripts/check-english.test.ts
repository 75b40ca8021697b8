import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkText } from './check-english.ts';
import { compareWithBaseline, countByFile } from './english-baseline.ts';

const phrasesOf = (path: string, content: string): string[] => checkText(path, content).map(({ phrase }) => phrase);

test('a phrase is found in a comment, a string, a template and JSX text, with its line', () => {
  const source = `// It goes on there.
const a = 'it goes on there';
const b = \`it goes on \${a} there\`;
const c = <p>It goes on here.</p>;
`;
  assert.deepEqual(
    checkText('a.tsx', source).map(({ line, kind }) => [line, kind]),
    [
      [1, 'comment'],
      [2, 'text'],
      [3, 'text'],
      [4, 'text'],
    ],
  );
});

test('names, keys and code blocks are not checked', () => {
  assert.deepEqual(phrasesOf('a.ts', "const goesOn = { 'goes-on': behind }; whoever(anew);"), []);
  assert.deepEqual(phrasesOf('a.mdx', '```sh\nit goes on\n```\nRun `goes on anew`.\n'), []);
});

test('part of a name is not a phrase', () => {
  assert.deepEqual(phrasesOf('a.ts', "const a = '.panel-beside body {…} beside.txt {beside} licence.md';"), []);
  assert.deepEqual(phrasesOf('a.ts', "const a = 'It is beside. It is beside';"), ['beside', 'beside']);
});

test('a test’s sample page may be in British English, but titles, comments and other text may not', () => {
  const source = `// The colour.
test('the colour is read', () => read('The colour goes on.'));
it.each([])(\`colour\`, () => {});
describe(\`a colour of \${x}\`, () => {});
`;
  const found = (path: string) => checkText(path, source).map(({ phrase, line }) => `${line} ${phrase}`);
  assert.deepEqual(found('a.test.ts').toSorted(), ['1 colour', '2 colour', '2 goes on', '4 colour']);
  assert.equal(found('a.ts').filter((one) => one.startsWith('2')).length, 3);
});

test('"Of a …" is found only at the beginning of a comment', () => {
  assert.deepEqual(phrasesOf('a.ts', '/** Of a person that is known. */\n// The name of a person.\n'), ['Of a']);
});

test('"there is no" is found only after a conjunction', () => {
  assert.deepEqual(phrasesOf('a.ts', '// `undefined` if there is no name. Off because there are no readers.\n'), [
    'if there is no',
    'because there are no',
  ]);
  assert.deepEqual(phrasesOf('a.md', 'There is no quota. If there is no need to wait, continue.'), []);
});

test('ordinary English is not reported', () => {
  for (const text of [
    'There is no longer a limit.',
    'It is no more than 5 MB. There is no quota.',
    'The stand-in is removed, and a stand-alone file remains.',
    'Look up the key behind a proxy in each leader’s list.',
    'Colors and behavior are unchanged; emails are sent.',
  ])
    assert.deepEqual(phrasesOf('a.md', text), [], text);
});

test('a file with more phrases than its stored number is worse, one with fewer is better, and a new file must have none', () => {
  const counts = countByFile(checkText('new.md', 'It is made anew. Whoever reads it goes on.'));
  assert.deepEqual(counts, { 'new.md': 3 });
  assert.deepEqual(compareWithBaseline({ ...counts, same: 2, fewer: 1 }, { same: 2, fewer: 3, gone: 1 }), {
    worse: ['new.md'],
    better: ['fewer', 'gone'],
  });
});

test('a phrase is found if it is wrapped, but not across paragraphs', () => {
  assert.deepEqual(phrasesOf('a.ts', '/**\n * It goes\n * on.\n */'), ['goes on']);
  assert.deepEqual(phrasesOf('a.md', 'It goes\non.\n\nIt goes\n\non.\n'), ['goes on']);
});

test('a numbered rule that doesn’t begin a line of a comment is found', () => {
  assert.deepEqual(phrasesOf('a.ts', '/**\n * The rules.\n *\n * C1  One.\n * C2  Two.\n */'), []);
  assert.equal(phrasesOf('a.ts', '/** C1  One. C2  Two. */').length, 1);
});

test('a tag that doesn’t begin a line is found, unless the whole comment is one line', () => {
  assert.deepEqual(phrasesOf('a.ts', '/** Reads. @throws {Error} */\n/**\n * Reads.\n * @throws {Error}\n */'), []);
  assert.equal(phrasesOf('a.ts', '/**\n * Reads a file. @throws {Error} if it\n * is missing.\n */').length, 1);
});

test('unclear phrases for conditions and units are found, and similar plain phrases aren’t', () => {
  for (const text of [
    'It ends, whatever it reads.',
    'It ends, whichever process reads it.',
    'It ends, however often it is read.',
    'It is deleted now and then every hour.',
    'It has another name than before.',
    'It has other names than before.',
    'The server answers 401 to a wrong key.',
    'The limit is per visitor and day.',
    'The site stops being served.',
  ])
    assert.equal(phrasesOf('a.md', text).length, 1, text);
  assert.equal(phrasesOf('a.ts', '// A change of the settings.').length, 1);
  for (const text of [
    'Choose whatever is right.',
    'However, the site is unchanged.',
    'It is deleted every now and then.',
    'It is older, in other words, than the rest.',
    'A change of the master key changes the settings.',
  ])
    assert.deepEqual(phrasesOf('a.md', text), [], text);
});

test('unclear phrases for parts, limits and exceptions are found, and similar plain phrases aren’t', () => {
  for (const text of [
    'A file outside of the repository.',
    'The reader sees nothing of the draft.',
    'It takes some hundred milliseconds.',
    'It has some 1,700 pages.',
    'The file is 20 MB large.',
    'The changes of others are kept.',
    'The limit of waiting jobs is 20.',
    'It is saved, also if the process ends.',
    'The list shows with which result it ended.',
    'The name is a part of the path.',
    'It contains something else than text.',
    'The sign goes in front of the name.',
    'It is read from this folder only.',
    'One event is missing in the list.',
    'You can continue to type.',
    'The pages have no barriers.',
    'Each mail has a link.',
  ])
    assert.equal(phrasesOf('a.md', text).length, 1, text);
  for (const text of [
    'A file outside the repository.',
    'He did nothing, of course.',
    'The limit of 20 jobs applies, also to owners.',
    'Some hundreds are left.',
    'A proxy in front of the service forwards it.',
    'No mail server is set.',
    'It is only part of the path, and read-only.',
  ])
    assert.deepEqual(phrasesOf('a.md', text), [], text);
});
