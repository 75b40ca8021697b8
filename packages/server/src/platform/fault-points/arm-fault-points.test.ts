import assert from 'node:assert/strict';
import { test } from 'node:test';
import { armFaultPoints } from './arm-fault-points.ts';

test('only armed points are triggered, each once, at the specified time', () => {
  const struck: string[] = [];
  const at = armFaultPoints('agent.journaled:kill:2, export.stored:kill:1', () => struck.push('kill'));
  at('agent.journaled');
  at('agent.claimed');
  assert.deepEqual(struck, []);
  at('agent.journaled');
  assert.deepEqual(struck, ['kill']);
  at('agent.journaled');
  at('export.stored');
  assert.deepEqual(struck, ['kill', 'kill']);
});

test('an unknown name, action or time is refused with an error that shows the allowed format', () => {
  for (const text of ['agent.nowhere:kill:1', 'agent.claimed:stop:1', 'agent.claimed:kill:0', 'agent.claimed', '']) {
    assert.throws(() => armFaultPoints(text, () => undefined), /is not a fault point; allowed: name:kill:time/);
  }
});
