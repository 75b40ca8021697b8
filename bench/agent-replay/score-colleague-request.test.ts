import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findWordingFaults } from './check-answer.ts';
import { countVerdicts, findFailures } from './judge-totals.ts';
import { scoreCodeChange } from './score-code-change.ts';
import { scoreColleagueRequest, type ColleagueRequest, type Ending } from './score-colleague-request.ts';

const files = new Map([['a.mdx', Buffer.from('The colour is red.')]]);
const prompt = 'It reads better: "colour" should be "color" in a.';
const request: ColleagueRequest = {
  id: 'c1',
  repository: 'owner/name',
  commit: '0'.repeat(40),
  kind: 'mechanical',
  prompt,
  touched: { 'a.mdx': { has: ['color is'], lacks: ['colour'] } },
};
const none: ColleagueRequest = { ...request, kind: 'none', touched: {} };
const refusal = `Nothing was changed:\n- "${prompt}"`;
const writes = (content: string) => new Map([['a.mdx', { kind: 'write', content } as const]]);
const ends = (change: Partial<Ending>): Ending => ({
  result: 'needs_model',
  summary: refusal,
  overlay: new Map(),
  offered: [],
  ...change,
});
const offers = (content: string): Ending =>
  ends({
    offered: [
      {
        request: 'replace "colour" with "color" in a',
        ending: { result: 'changes', summary: '', overlay: writes(content) },
      },
    ],
  });
const score = (ending: Ending, of = request) => scoreColleagueRequest(of, files, ending).verdict;

describe('the verdict on a result depends on facts', () => {
  test('a change is right or wrong depending on the content of the files', () => {
    assert.equal(score(ends({ result: 'changes', summary: '', overlay: writes('The color is red.') })), 'right');
    assert.equal(score(ends({ result: 'changes', summary: '', overlay: writes('The hue is red.') })), 'wrong');
    assert.equal(score(ends({ result: 'changes', overlay: writes('The color is red.') }), none), 'wrong');
  });

  test('a proposal is judged by the result of sending it unchanged', () => {
    assert.equal(score(offers('The color is red.')), 'right proposal');
    assert.equal(score(offers('The hue is red.')), 'wrong proposal');
    assert.equal(score(offers('The color is red.'), none), 'wrong proposal');
  });

  test('a refusal is honest if it quotes the words that the engine didn’t understand', () => {
    assert.equal(score(ends({})), 'honest refusal');
    assert.equal(score(ends({ summary: 'No.' })), 'misleading');
    assert.equal(score(ends({}), none), 'right');
  });

  test('"nothing to do" is misleading if something still has to be done', () => {
    assert.equal(score(ends({ result: 'no_changes', summary: 'Nothing to do.' })), 'misleading');
  });

  test('a request is stale if the repository is in another state', () => {
    const other = new Map([['a.mdx', Buffer.from('The color is red.')]]);
    assert.equal(scoreColleagueRequest(request, other, ends({})).verdict, 'stale');
  });
});

test('an answer is faulty if it contains a placeholder, or a value that isn’t in the request', () => {
  const check = (summary: string, options: string[] = []) =>
    findWordingFaults([prompt], { result: 'needs_model', summary: `${refusal}\n${summary}`, options });
  assert.deepEqual(check('Left out: "It reads better"', ['replace "colour" with "color" in a']), []);
  assert.equal(check('nearest form: `replace "A" with "B" [in PATH]`').length, 4);
  assert.equal(check('', ['replace "colour" with "hue" in a']).length, 1);
});

describe('the command', () => {
  const scored = (...verdicts: ReturnType<typeof score>[]) =>
    verdicts.map((verdict, index) => ({
      kind: 'mechanical' as const,
      score: { id: `c${index}`, verdict, differences: [] },
    }));

  test('fails if anything is wrong or misleading', () => {
    assert.deepEqual(findFailures('open', scored('right', 'right proposal')), []);
    for (const verdict of ['wrong', 'wrong proposal', 'misleading'] as const)
      assert.deepEqual(findFailures('open', scored('right', 'right', verdict)), [`open: 1 ${verdict}`]);
  });

  test('fails for an engine that does nothing, even if it refuses honestly', () => {
    const idle = score(ends({ result: 'no_changes', summary: 'Nothing to do.' }));
    assert.notEqual(findFailures('open', scored(idle, idle)).length, 0);
    assert.notEqual(findFailures('open', scored('honest refusal', 'honest refusal')).length, 0);
  });

  test('fails without requests, or if every request is stale', () => {
    assert.equal(findFailures('open', []).length, 1);
    assert.equal(findFailures('open', scored('stale')).length, 1);
    assert.equal(countVerdicts('open', []).requests, 0);
  });
});

test('a code change must be documented on the pages that people changed, or refused', () => {
  const change = {
    id: 'p1',
    code: { repository: 'owner/name', commit: '0'.repeat(40) },
    docs: { repository: 'owner/name', commit: '0'.repeat(40) },
    pages: { 'a.mdx': { has: ['MAX_AGE'], lacks: [] } },
  };
  const verdict = (ending: Partial<Parameters<typeof scoreCodeChange>[2]>) =>
    scoreCodeChange(change, files, { ...ends({}), prompt, options: [], ...ending }).verdict;
  assert.equal(verdict({}), 'no change');
  assert.equal(verdict({ options: ['delete page a'] }), 'misleading');
  assert.equal(verdict({ result: 'changes', overlay: writes('MAX_AGE is new.') }), 'right');
  assert.equal(verdict({ result: 'changes', overlay: writes('Something is new.') }), 'incomplete');
  assert.equal(verdict({ result: 'changes', overlay: new Map([['a.mdx', { kind: 'delete' }]]) }), 'wrong');
});
