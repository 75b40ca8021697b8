import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { groupTopics, maxWordings } from './group-topics.ts';
import { countVisitors, suggestionId, type Signal } from './signal.ts';

const at = new Date('2026-05-05T01:00:00Z');
const search = (text: string, visitor: string | null = text): Signal => ({ kind: 'search', text, visitor, at });
const topicsOf = (signals: readonly Signal[], known: readonly (readonly string[])[] = []) =>
  groupTopics(signals, known).topics.map(({ stems, signals: own }) => [
    stems.join(' '),
    own.map(({ text }) => String(text)).toSorted((a, b) => (a < b ? -1 : 1)),
  ]);

describe('topics', () => {
  test('are equal if their words are the same, in any order, form and case', () => {
    assert.deepEqual(topicsOf([search('rotate API keys'), search('API key rotation'), search('Rotating api-keys?')]), [
      ['api kei rotat', ['API key rotation', 'Rotating api-keys?', 'rotate API keys']],
    ]);
  });

  test('absorb searches that contain all of their words', () => {
    const topics = topicsOf([
      search('rotate keys', 'a'),
      search('rotate keys', 'b'),
      search('how do I rotate the signing keys of a webhook endpoint', 'c'),
      search('webhooks', 'd'),
    ]);
    assert.deepEqual(topics, [
      ['kei rotat', ['how do I rotate the signing keys of a webhook endpoint', 'rotate keys', 'rotate keys']],
      ['webhook', ['webhooks']],
    ]);
  });

  test('with one word don’t absorb longer searches that happen to contain the word', () => {
    assert.equal(topicsOf([search('keys'), search('keyboard shortcuts for keys of the editor panel')]).length, 2);
  });

  test('that already exist keep their words, and therefore their IDs', () => {
    const [topic] = topicsOf(
      [search('rotation of api keys', 'a'), search('rotation of api keys', 'b')],
      [['kei', 'rotat']],
    );
    assert.equal(topic?.[0], 'kei rotat');
    assert.equal(suggestionId('p', 'missing_topic', 'kei rotat'), suggestionId('p', 'missing_topic', 'kei rotat'));
    assert.notEqual(suggestionId('p', 'missing_topic', 'a'), suggestionId('q', 'missing_topic', 'a'));
    assert.match(suggestionId('p', 'missing_topic', 'a'), /^sug_[A-Za-z0-9]{20}$/);
  });

  test('with a very long word or thousands of words have a subject of fewer than 1,400 characters', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `word${n}${'x'.repeat(100)}`).join(' ');
    for (const text of ['x'.repeat(50_000), '鍵'.repeat(5_000), many]) {
      const [topic] = topicsOf([search(text)]);
      assert.ok(String(topic?.[0]).length < 1_400, text.slice(0, 20));
    }
  });

  test('do not depend on the order of signals', () => {
    const signals = ['rotate keys', 'rotate api keys', 'api limits', 'limits', 'rotate'].map((text) => search(text));
    assert.deepEqual(topicsOf(signals), topicsOf([...signals].reverse()));
  });

  test('are not created from texts without words', () => {
    assert.deepEqual(topicsOf([search(''), search('???'), search('\u0000')]), []);
  });

  test('from very many searches use the most common wordings, and the result is marked as incomplete', () => {
    const flood = Array.from({ length: maxWordings }, (_, n) => search(`flood${n} x${n}`, 'one'));
    const { topics, complete } = groupTopics([...flood, search('rotate keys', 'a'), search('rotate keys', 'b')], []);
    assert.equal(complete, false);
    assert.equal(topics.length, maxWordings);
    assert.equal(topics[0]?.stems.join(' '), 'kei rotat');
  });
});

test('unidentifiable readers count as one', () => {
  assert.equal(countVisitors([search('a', null), search('b', null), search('c', 'x'), search('d', 'x')]), 2);
});
