import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { classifyAttempt, readRetryAfter, type AttemptOutcome } from './classify-attempt.ts';
import { defaultWebhookSettings as settings } from './settings.ts';
import { makeWebhookSecret, signMessage } from './sign.ts';

describe('a signed message', () => {
  const payload = '{"type":"agent.job.completed","data":{"text":"ü 漢字 \\u0000"}}';
  const message = { id: 'msg_1', sentAt: new Date(), payload };

  test('is accepted by the Standard Webhooks library, and refused if its body, ID, time or secret differs', () => {
    const secret = makeWebhookSecret();
    const headers = signMessage(message, [secret]);
    const webhook = new Webhook(secret);
    assert.doesNotThrow(() => webhook.verify(payload, headers));
    assert.throws(() => webhook.verify(`${payload} `, headers));
    assert.throws(() => webhook.verify(payload, { ...headers, 'webhook-id': 'msg_2' }));
    const later = String(Number(headers['webhook-timestamp']) + 1);
    assert.throws(() => webhook.verify(payload, { ...headers, 'webhook-timestamp': later }));
    assert.throws(() => new Webhook(makeWebhookSecret()).verify(payload, headers));
  });

  test('is accepted with the old and with the new secret during a rotation', () => {
    const [old, next] = [makeWebhookSecret(), makeWebhookSecret()];
    const headers = signMessage(message, [next, old]);
    for (const secret of [old, next]) assert.doesNotThrow(() => new Webhook(secret).verify(payload, headers));
  });
});

describe('an attempt', () => {
  const failed: AttemptOutcome = { statusCode: 500, error: 'status 500', retryAfterMs: undefined };
  const judge = (attempt: number, outcome: AttemptOutcome, random = 0) =>
    classifyAttempt(attempt, outcome, { settings, random: () => random });

  test('is retried on the schedule of Standard Webhooks if it fails, at most nine times', () => {
    const delays = Array.from({ length: 10 }, (_, index) => judge(index + 1, failed)).map((verdict) =>
      verdict.kind === 'retry' ? verdict.delayMs / 1000 : verdict.kind,
    );
    assert.deepEqual(delays, [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 'given-up']);
  });

  test('has up to a fifth of jitter, and isn’t earlier than the receiver requested', () => {
    assert.deepEqual(judge(1, failed, 0.999), { kind: 'retry', delayMs: 5_999 });
    assert.deepEqual(judge(1, { ...failed, retryAfterMs: 60_000 }), { kind: 'retry', delayMs: 60_000 });
    assert.deepEqual(judge(2, { ...failed, retryAfterMs: 60_000 }), { kind: 'retry', delayMs: 300_000 });
  });

  test('is the last one if it is answered with 410', () => {
    assert.deepEqual(judge(1, { ...failed, statusCode: 410 }), { kind: 'gone' });
  });

  test('accepts Retry-After in seconds and as a date', () => {
    const now = Date.parse('2026-11-22T00:00:00Z');
    assert.equal(readRetryAfter('30', now), 30_000);
    assert.equal(readRetryAfter('Sun, 22 Nov 2026 00:01:00 GMT', now), 60_000);
    assert.equal(readRetryAfter('soon', now), undefined);
    assert.equal(readRetryAfter(undefined, now), undefined);
  });
});
