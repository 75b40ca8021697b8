import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, meets, type Condition } from '@docwright/site-access/rules';
import { Choices, separateEdits } from '../site/index.ts';
import type { PlaygroundData } from './client/playground-data.ts';
import { ForwardableCalls } from './forwardable-calls.ts';
import { SealedCalls } from './sealed-calls.ts';

const member = (name: string): Condition => [{ groupSets: [{ includes: [name], excludes: [] }] }];

const call = (path: string, header = ''): PlaygroundData =>
  ({
    method: 'get',
    path,
    servers: [{ url: 'https://api.example.com', description: '' }],
    fields: header === '' ? [] : [{ place: 'header', name: header }],
    auth: [],
    proxy: '/_docwright/playground',
  }) as unknown as PlaygroundData;

test('each reader receives the calls of the pages that the reader can see, with the headers of those pages', () => {
  const all: [PlaygroundData, Condition | undefined][] = [
    [call('/a'), member('a')],
    [call('/b', 'X-Own'), member('b')],
    [call('/b'), undefined],
    [call('/c'), member('a')],
    [call('/c', 'X-More'), member('b')],
  ];
  for (const added of [all, all.filter(([, when]) => when !== undefined), all.slice(0, 1)]) {
    const choices = new Choices();
    const sealed = new SealedCalls();
    for (const [data, when] of added) sealed.add(data, when);
    const file = sealed.file(choices);
    assert.ok(file !== undefined);
    const { bytes, edits } = separateEdits(file.text, choices, file.when);
    for (const groups of [[], ['a'], ['b'], ['a', 'b']]) {
      const audience = { isSignedIn: true, groups: new Set(groups) };
      const isMet = (when: Condition | undefined): boolean => when === undefined || meets(when, audience);
      const list = new ForwardableCalls();
      for (const [data, when] of added) if (isMet(when)) list.add(data);
      const seen: string | undefined = isMet(file.when)
        ? Buffer.from(applyEdits(bytes, edits, audience)).toString()
        : undefined;
      assert.equal(seen, list.files()[0]?.bytes, groups.join());
    }
  }
});

test('a site whose calls use no proxy has no list of calls', () => {
  const sealed = new SealedCalls();
  sealed.add({ ...call('/a'), proxy: '' }, undefined);
  assert.equal(sealed.file(new Choices()), undefined);
});
