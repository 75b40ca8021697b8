import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { createJobChanges } from './job-changes.ts';

const never = new AbortController().signal;

describe('a job’s change', () => {
  test('wakes all waiters for its topic, and no others', async () => {
    const changes = createJobChanges();
    const woken: string[] = [];
    const giveUp = new AbortController();
    const waiting = ['one', 'one', 'other'].map(async (job, index) => {
      await changes.next(job, giveUp.signal);
      woken.push(`${job} ${index}`);
    });
    changes.notify('one');
    await Promise.all(waiting.slice(0, 2));
    assert.deepEqual(woken, ['one 0', 'one 1']);
    giveUp.abort();
    await Promise.all(waiting);
  });

  test('wakes all waiters if it may have been missed', async () => {
    const changes = createJobChanges();
    const waiting = ['one', 'other'].map((job) => changes.next(job, never));
    changes.notifyAll();
    await Promise.all(waiting);
  });

  test('is reported until the watcher stops, even if its callback stops another watcher', () => {
    const changes = createJobChanges();
    const reported: string[] = [];
    const stopFirst = changes.watch('job', () => {
      reported.push('first');
      stopSecond();
    });
    const stopSecond = changes.watch('job', () => reported.push('second'));
    changes.notify('job');
    changes.notify('job');
    stopFirst();
    stopFirst();
    changes.notify('job');
    assert.deepEqual(reported, ['first', 'second', 'first']);
  });

  test('is not awaited after the client disconnected, or for longer than half a minute', async () => {
    const changes = createJobChanges();
    const disconnected = new AbortController();
    disconnected.abort();
    await changes.next('job', disconnected.signal);
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const waiting = changes.next('job', never);
      mock.timers.tick(30_000);
      await waiting;
    } finally {
      mock.timers.reset();
    }
  });
});
