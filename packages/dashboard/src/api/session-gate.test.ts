import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocwrightError } from '@docwright/sdk';
import { createSessionGate } from './session-gate.ts';

const signedOut = () => new DocwrightError('signed out', { status: 401, code: 'unauthorized' });

/** Creates a call that is rejected until the user signs in. */
function callWith(session: { isThere: boolean }) {
  let asked = 0;
  return {
    asked: () => asked,
    call: async () => {
      asked += 1;
      if (!session.isThere) throw signedOut();
      return 'done';
    },
  };
}

test('a call that was rejected without a session is repeated after signing in', async () => {
  const gate = createSessionGate();
  const session = { isThere: false };
  const { call, asked } = callWith(session);
  const result = gate.pass(call);
  await new Promise(setImmediate);
  assert.equal(gate.isClosed.get(), true);
  session.isThere = true;
  gate.open();
  assert.equal(await result, 'done');
  assert.equal(asked(), 2);
  assert.equal(gate.isClosed.get(), false);
});

test('after giving up, the calls fail with their own errors', async () => {
  const gate = createSessionGate();
  const result = gate.pass(callWith({ isThere: false }).call);
  await new Promise(setImmediate);
  gate.abandon();
  await assert.rejects(result, { status: 401 });
});

test('an error that isn’t about a missing session is passed on immediately', async () => {
  const gate = createSessionGate();
  await assert.rejects(
    gate.pass(() => Promise.reject(new DocwrightError('no', { status: 404, code: 'not_found' }))),
    { status: 404 },
  );
  assert.equal(gate.isClosed.get(), false);
});

test('a call from before a sign-out fails with its own error, and doesn’t close the next session’s gate', async () => {
  const gate = createSessionGate();
  const response = Promise.withResolvers<string>();
  const result = gate.pass(() => response.promise);
  gate.abandon();
  response.reject(signedOut());
  await assert.rejects(result, { status: 401 });
  assert.equal(gate.isClosed.get(), false);
});

test('a call that is rejected after the user has signed in again is repeated immediately', async () => {
  const gate = createSessionGate();
  const response = Promise.withResolvers<string>();
  let calls = 0;
  const result = gate.pass(() => (calls++ === 0 ? response.promise : Promise.resolve('done')));
  gate.open();
  response.reject(signedOut());
  assert.equal(await result, 'done');
  assert.equal(gate.isClosed.get(), false);
});
