import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { APICallError } from 'ai';
import { toModelFailure } from './model-failure.ts';

const refusal = (statusCode: number, responseBody: string): APICallError =>
  new APICallError({ message: 'refused', url: 'x', requestBodyValues: {}, statusCode, responseBody });

/** Responses that providers send. */
const refusals: readonly (readonly [code: string, status: number, body: string])[] = [
  ['model_unauthorized', 401, '{"error":{"code":"invalid_api_key","message":"Incorrect API key provided"}}'],
  ['model_unauthorized', 401, '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}'],
  ['model_unauthorized', 400, '{"error":{"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}'],
  ['model_unauthorized', 403, '{"error":{"type":"permission_error"}}'],
  ['model_spend_limit', 429, '{"error":{"code":"insufficient_quota"}}'],
  ['model_spend_limit', 400, '{"error":{"message":"Your credit balance is too low to access the API."}}'],
  ['model_spend_limit', 402, '{"error":{"message":"Insufficient Balance"}}'],
  ['model_spend_limit', 403, '{"error":{"message":"insufficient credits"}}'],
  ['model_not_found', 404, '{"error":{"code":"model_not_found","message":"The model `x` does not exist"}}'],
  ['model_not_found', 404, '{"type":"error","error":{"type":"not_found_error","message":"model: x"}}'],
  ['model_not_found', 400, '{"message":"The provided model identifier is invalid."}'],
  ['model_context_exceeded', 400, '{"error":{"code":"context_length_exceeded"}}'],
  ['model_context_exceeded', 400, '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}'],
  ['model_context_exceeded', 400, '{"message":"Input is too long for requested model."}'],
  ['model_context_exceeded', 413, '{"error":{"type":"request_too_large"}}'],
  ['model_rate_limited', 429, '{"error":{"type":"rate_limit_error"}}'],
  ['model_rate_limited', 429, '{"error":{"message":"Too many tokens in the context window of a minute"}}'],
  ['model_unavailable', 529, '{"error":{"type":"overloaded_error"}}'],
  ['model_unavailable', 503, ''],
  ['model_bad_request', 400, '{"error":{"message":"tools.0: Input should have a name"}}'],
];

describe('a provider’s rejection has the code of its cause', () => {
  for (const [code, status, body] of refusals) {
    test(`${code}: ${status} ${body}`, () => {
      const { error } = toModelFailure(refusal(status, body), []);
      assert.deepEqual([error.code, error.message.includes(String(status))], [code, true]);
    });
  }
});

test('only a rate limit and a provider outage are retried', () => {
  const retryable = new Set(
    refusals.flatMap(([code, status, body]) =>
      toModelFailure(refusal(status, body), []).error.retryable ? [code] : [],
    ),
  );
  assert.deepEqual([...retryable], ['model_rate_limited', 'model_unavailable']);
});

test('each cause has its own remedy', () => {
  const remedies = new Map(
    refusals.map(([code, status, body]) => [code, toModelFailure(refusal(status, body), []).error.remedy]),
  );
  assert.equal(new Set(remedies.values()).size, remedies.size);
});
