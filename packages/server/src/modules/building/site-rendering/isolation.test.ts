import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeIsolation } from './isolation.ts';

test('the reported isolation is the actual mode, with a warning for each kind of missing isolation', () => {
  const bwrap = { mode: 'bwrap', openBoundaries: [], problem: undefined } as const;
  assert.deepEqual(describeIsolation(bwrap), { mode: 'bwrap', warning: undefined });
  const open = describeIsolation({
    mode: 'process',
    openBoundaries: ['network'],
    problem: 'bubblewrap (bwrap) is not installed',
  });
  assert.equal(open.mode, 'process');
  assert.match(open.warning ?? '', /bwrap\) is not installed.*has the service's network access/);
  const asked = describeIsolation({ mode: 'process', openBoundaries: [], problem: undefined });
  assert.match(asked.warning ?? '', /DOCWRIGHT_SANDBOX=process.*has no network/);
  assert.match(
    describeIsolation({ mode: 'none', openBoundaries: [], problem: undefined }).warning ?? '',
    /inside the service/,
  );
});
