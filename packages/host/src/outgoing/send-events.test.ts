import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { BatchRefused, sendEvents, waitOf } from './send-events.ts';
import { hangLimitMs } from '../../../../scripts/hang-limit.ts';

const nowMs = Date.UTC(2026, 4, 5, 12);
const inSeconds = (seconds: number): string => new Date(nowMs + seconds * 1000).toUTCString();

for (const [value, ms] of [
  ['0', 0],
  ['7', 7_000],
  [' 7 ', 7_000],
  [inSeconds(90), 90_000],
  // More than an hour, in both forms, and more digits than fit in a number.
  ['7200', 3_600_000],
  [inSeconds(7_200), 3_600_000],
  ['9'.repeat(400), 3_600_000],
  // Dates in the past, and values without a valid time.
  [inSeconds(-90), 0],
  ['-7', 0],
  ['1.5', 0],
  ['0x10', 0],
  ['soon', 0],
  ['2027', 2_027_000],
  ['May 6 2026', 0],
  ['Tue, 99 May 2026 12:00:00 GMT', 0],
  ['', 0],
] as const) {
  test(`Retry-After ${JSON.stringify(value.slice(0, 40))} causes a wait of ${ms} ms`, () => {
    assert.equal(waitOf(value, nowMs), ms);
  });
}

for (const status of [429, 503]) {
  test(`a response with ${status} and a date in Retry-After causes a wait until that time`, async () => {
    const service = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'retry-after': inSeconds(40) }).end('{"error":"full"}');
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    try {
      await assert.rejects(
        sendEvents(
          { url, key: 'dw_key', project: 'proj_1', sendsFeedback: true, sendsConversations: false, everyMs: 1_000 },
          {
            events: [{}],
            allowedPrivateHosts: ['127.0.0.1'],
            signal: AbortSignal.timeout(hangLimitMs),
            nowMs: () => nowMs,
          },
        ),
        (error) => error instanceof BatchRefused && error.status === status && error.waitMs === 40_000,
      );
    } finally {
      service.close();
    }
  });
}
