import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('testing/faulty-app.ts', import.meta.url));

/** Places in the code of a request that can throw; `faulty-app.ts` has a route for each. */
const places = [
  'handler',
  'timer',
  'immediate',
  'tick',
  'microtask',
  'promise',
  'file',
  'stream',
  'request-end',
  'request-data',
  'schema-formatter',
  'error-handler',
] as const;

type Line = Readonly<Record<string, unknown>>;

describe('an exception of a request', () => {
  let child: ReturnType<typeof spawn>;
  let baseUrl = '';
  const lines: Line[] = [];
  const output = new EventEmitter();
  before(async () => {
    child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(JSON.parse(line) as Line);
      output.emit('line');
    });
    baseUrl = String((await findLine(({ baseUrl: reported }) => reported !== undefined))['baseUrl']);
  });
  /** Waits for a log line, because the response may arrive before it. */
  const findLine = async (isWanted: (line: Line) => boolean): Promise<Line> => {
    for (;;) {
      const line = lines.find(isWanted);
      if (line !== undefined) return line;
      await once(output, 'line');
    }
  };
  const faultOf = (id: unknown): Promise<Line> =>
    findLine(({ requestId, level }) => requestId === id && level === 'error');
  after(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });

  const post = (place: string) =>
    fetch(`${baseUrl}/${place}`, {
      method: 'POST',
      body: '{"name":1}',
      headers: { 'content-type': 'application/json' },
    });
  const faults = async (): Promise<number> => Number(await (await fetch(`${baseUrl}/faults`)).text());

  for (const place of places) {
    test(`in ${place} results in a 500 response in the common error format, and is logged with its request ID`, async () => {
      const answer = await post(place);
      const { code, requestId, error } = (await answer.json()) as Record<string, string>;
      assert.deepEqual([answer.status, code], [500, 'internal']);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(answer.headers.get('x-request-id'), requestId);
      assert.doesNotMatch(error ?? '', /canary/);
      assert.match(JSON.stringify(await faultOf(requestId)), /canary/);
      assert.equal(child.exitCode, null);
    });
  }

  test('is counted if it would have ended the process, and doesn’t change a response that was sent', async () => {
    const before = await faults();
    assert.equal(before, places.length - 2, 'Fastify catches the other two exceptions');
    const late = await post('after-the-answer');
    assert.deepEqual([late.status, await late.text()], [200, 'answered']);
    assert.equal(await faults(), before + 1);
  });

  test('in the middle of a response closes the connection, so that the client can detect the incomplete response', async () => {
    await assert.rejects(async () => (await post('half-an-answer')).text());
    assert.equal((await fetch(`${baseUrl}/faults`)).status, 200);
  });

  test('is logged with its own request, even if other requests throw at the same time', async () => {
    const answers = await Promise.all([...places, ...places].map((place) => post(place)));
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { requestId: string }).requestId),
    );
    assert.equal(new Set(ids).size, 2 * places.length);
    await Promise.all(ids.map(faultOf));
  });

  test('that doesn’t belong to a request ends the process', async () => {
    await assert.rejects(post('process'));
    if (child.exitCode === null) await once(child, 'exit');
    assert.equal(child.exitCode, 1);
    await findLine(({ level }) => level === 'fatal');
  });
});
