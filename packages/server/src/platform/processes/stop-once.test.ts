import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { stopOnce } from './stop-once.ts';

test('a stop that hangs is reported as failed five seconds after the drain time', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const stopping = stopOnce(30_000, 'the worker', () => new Promise(() => undefined))();
    const failed = assert.rejects(stopping, /the worker did not stop within 35000 ms/);
    mock.timers.tick(35_000);
    await failed;
    await stopOnce(30_000, 'the worker', async () => undefined)();
    await assert.rejects(
      stopOnce(30_000, 'the worker', () => Promise.reject(new Error('its own reason')))(),
      /its own reason/,
    );
  } finally {
    mock.timers.reset();
  }
});
