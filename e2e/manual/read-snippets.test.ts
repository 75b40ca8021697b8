import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from './read-snippets.ts';

const page = `Text.

    \`\`\`sh
    one
      two
    \`\`\`

{/* not run: needs Docker */}

\`\`\`bash
docker build .
\`\`\`

\`\`\`\`text
\`\`\`yaml
inner
\`\`\`
\`\`\`\`
`;

test('a block has its language, its line, and its text without the step’s indentation', () => {
  const [step] = readPage('a.mdx', page);
  assert.deepEqual(step, { page: 'a.mdx', line: 3, language: 'sh', text: 'one\n  two', notRun: undefined });
});

test('a mark applies only to the next block', () => {
  assert.deepEqual(
    readPage('a.mdx', page).map(({ notRun }) => notRun),
    [undefined, 'needs Docker', undefined],
  );
});

test('a fence inside a longer fence is text', () => {
  assert.equal(readPage('a.mdx', page)[2]?.text, '```yaml\ninner\n```');
});
