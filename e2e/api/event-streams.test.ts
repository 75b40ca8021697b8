import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from './test-service.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

interface StreamedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

describe('event streams', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ worker: true });
  });
  after(() => service.stop());

  const open = (path: string, lastEventId?: string): Promise<Response> =>
    fetch(service.baseUrl + path, {
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: AbortSignal.timeout(hangLimitMs),
    });

  /** Reads up to this many events, and then drops the connection, as in a network failure. */
  async function read(path: string, lastEventId?: string, atMost = Infinity): Promise<StreamedEvent[]> {
    const response = await open(path, lastEventId);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events: StreamedEvent[] = [];
    let text = '';
    for await (const chunk of (response.body ?? assert.fail()).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event !== undefined) events.push(event);
        if (events.length === atMost) return events;
      }
    }
    return events;
  }

  const start = async (prompt: string): Promise<string> => {
    const path = `/v2/agent/${service.projectId}/job`;
    const { status, json, text } = await service.request('POST', path, { body: { prompt } });
    assert.equal(status, 201, text);
    return `${path}/${json.id as string}`;
  };
  const idsOf = (events: readonly StreamedEvent[]): number[] => events.map(({ id }) => Number(id));
  const upTo = (last: number, from = 1): number[] =>
    Array.from({ length: last - from + 1 }, (_, index) => from + index);

  test('an agent job’s stream contains every event once and ends with the turn', async () => {
    const job = await start('Append section "One" to quickstart: "1."');
    const events = await read(`${job}/events`);
    assert.deepEqual(idsOf(events), upTo(events.length));
    assert.deepEqual([events[0]?.type, events.at(-1)?.type], ['job.created', 'job.completed']);
    const listed = (await service.request('GET', `${job}/events`)).json.events;
    assert.deepEqual(
      events.map(({ data }) => data),
      listed,
    );
  });

  test('a stream that is interrupted after each event continues after the event in Last-Event-ID', async () => {
    const job = await start('Append section "Two" to quickstart: "2."');
    const seen: number[] = [];
    for (;;) {
      const [event] = await read(`${job}/events`, String(seen.at(-1) ?? 0), 1);
      if (event === undefined) break;
      seen.push(Number(event.id));
      if (event.type === 'job.completed') break;
    }
    assert.deepEqual(seen, upTo(seen.length));
    assert.deepEqual(await read(`${job}/events`, String(seen.at(-1))), []);
  });

  test('continue after the later of `after` and Last-Event-ID, because a reconnecting browser sends both', async () => {
    const job = await start('Append section "Three" to quickstart: "3."');
    const all = (await read(`${job}/events`)).length;
    assert.deepEqual(idsOf(await read(`${job}/events?after=2`)), upTo(all, 3));
    assert.deepEqual(idsOf(await read(`${job}/events?after=2`, '4')), upTo(all, 5));
    assert.deepEqual(idsOf(await read(`${job}/events?after=4`, '2')), upTo(all, 5));
  });

  test('a client that reconnects after the end receives a follow-up', async () => {
    const job = await start('Append section "Four" to quickstart: "4."');
    const first = await read(`${job}/events`);
    const body = { prompt: 'Append section "Five" to quickstart: "5."' };
    assert.equal((await service.request('POST', `${job}/message`, { body })).status, 200);
    const second = await read(`${job}/events`, first.at(-1)?.id);
    assert.deepEqual(idsOf(second), upTo(first.length + second.length, first.length + 1));
    assert.deepEqual([second[0]?.type, second.at(-1)?.type], ['job.follow_up', 'job.completed']);
  });

  test('reject an impossible Last-Event-ID and nonexistent jobs', async () => {
    const job = await start('Append section "Six" to quickstart: "6."');
    for (const id of ['x', '-1', '1.5', '1e99']) {
      const response = await open(`${job}/events`, id);
      const { code, error: message } = (await response.json()) as Record<string, string>;
      assert.deepEqual([response.status, code], [400, 'invalid_request'], id);
      assert.match(message ?? '', /Last-Event-ID/);
    }
    assert.equal((await open(`${job}x/events`)).status, 404);
    await read(`${job}/events`);
  });

  test('an export’s stream sends each new state once', async () => {
    const body = { domain: service.domain };
    const { json } = await service.request('POST', '/v1/static-export/jobs', { body });
    const path = `/v1/static-export/jobs/${json.jobId as string}/events`;
    const events = await read(path);
    const states = events.map(({ data }) => Number(data['progress']));
    assert.deepEqual(
      states,
      states.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    const last = events.at(-1) ?? assert.fail();
    assert.equal(last.data['status'], 'completed');
    assert.deepEqual(await read(path, last.id), []);
    // The job's link is signed again each time.
    for (const older of ['0-queued-0-0-0', 'anything']) {
      assert.deepEqual(
        (await read(path, older)).map(({ id }) => id),
        [last.id],
      );
    }
  });
});

/** Returns `undefined` for a comment, which keeps the connection open. */
function parse(block: string): StreamedEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return {
    id: fields.get('id') ?? '',
    type: fields.get('event') ?? '',
    data: JSON.parse(data) as StreamedEvent['data'],
  };
}
