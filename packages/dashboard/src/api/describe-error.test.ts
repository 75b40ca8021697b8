import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocwrightError } from '@docwright/sdk';
import { describeError, fieldErrors } from './describe-error.ts';

test('a network error and an unavailable service are transient, but an internal error and a rejection aren’t', () => {
  const isTransient = (status: number, code: 'network_error' | 'unavailable' | 'internal' | 'not_found') =>
    describeError(new DocwrightError('message', { status, code })).isTransient;
  assert.equal(isTransient(0, 'network_error'), true);
  assert.equal(isTransient(503, 'unavailable'), true);
  assert.equal(isTransient(500, 'internal'), false);
  assert.equal(isTransient(404, 'not_found'), false);
});

test('a retry is offered after failures, but not after rejections', () => {
  const canRetry = (
    status: number,
    code: 'insufficient_scope' | 'not_found' | 'rate_limited' | 'internal' | 'network_error',
  ) => describeError(new DocwrightError('message', { status, code })).canRetry;
  assert.deepEqual([canRetry(403, 'insufficient_scope'), canRetry(404, 'not_found')], [false, false]);
  assert.deepEqual(
    [canRetry(429, 'rate_limited'), canRetry(500, 'internal'), canRetry(0, 'network_error')],
    [true, true, true],
  );
  assert.equal(describeError(new Error('a fault of the page')).canRetry, true);
});

test('a rejected request’s details are assigned to their fields', () => {
  const error = new DocwrightError('no', {
    status: 400,
    code: 'invalid_request',
    details: [
      { path: '/name', message: 'must not be empty' },
      { path: '/domains/0', message: 'isn’t a host name' },
      { path: '/trigger/paths/3', message: 'must be a pattern' },
    ],
  });
  assert.deepEqual(fieldErrors(error), {
    name: 'must not be empty',
    domains: 'isn’t a host name',
    trigger: 'must be a pattern',
    'trigger.paths': 'must be a pattern',
  });
});

test('a rejected sign-in is reported only in the title, in the service’s own words', () => {
  const error = new DocwrightError('Incorrect email or password.', { status: 401, code: 'invalid_credentials' });
  const { title, text } = describeError(error);
  assert.deepEqual([title, text], ['Incorrect email or password.', '']);
});

test('a rejection that isn’t about permissions doesn’t mention them', () => {
  const titleOf = (code: 'site_not_live' | 'previews_off' | 'insufficient_scope') =>
    describeError(new DocwrightError('why', { status: 403, code })).title;
  assert.equal(titleOf('site_not_live'), 'The project has no live site');
  assert.equal(titleOf('previews_off'), 'Previews are turned off');
  assert.equal(titleOf('insufficient_scope'), 'You don’t have permission');
});

test('the service’s responses link to the manual’s entry for their code, and other errors don’t', () => {
  const answered = new DocwrightError('no', { status: 404, code: 'not_found', requestId: 'req_1' });
  assert.equal(describeError(answered).manualPath, '/docs/api/errors#not_found');
  const unanswered = new DocwrightError('away', { status: 0, code: 'network_error' });
  assert.equal(describeError(unanswered).manualPath, undefined);
});
