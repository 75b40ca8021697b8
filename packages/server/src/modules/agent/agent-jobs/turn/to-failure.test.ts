import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobErrorCodes } from '@docwright/contract';
import { AgentError, agentErrorCodes } from '@docwright/doc-agent';
import { CodeHostError } from '../../../../platform/code-host/index.ts';
import { GitError } from '../../../../platform/git/index.ts';
import { ModelSettingsError } from '../../../../platform/models/errors.ts';
import { SecretBoxError } from '../../../../platform/secret-box/index.ts';
import { RenderFailure } from '../../../building/site-rendering/index.ts';
import { AgentJobFailure } from '../errors.ts';
import { toAgentJobFailure } from './preflight.ts';
import { toFailure } from './to-failure.ts';

test('every engine error has a published cause with the engine’s message, remedy and retry advice', () => {
  for (const code of agentErrorCodes) {
    for (const retryable of [true, false]) {
      const error = new AgentError(code, `what ${code} says`, { remedy: 'Do this.', retryable });
      const failure = toFailure(error);
      assert.ok(failure !== undefined && failure.code in jobErrorCodes, code);
      assert.deepEqual(
        [failure.message, failure.remedy, failure.retryable, failure.cause],
        [`what ${code} says`, 'Do this.', retryable, error],
      );
    }
  }
});

test('an account without credit, a refused key and a temporary limit are distinguished', () => {
  const codes = (['model_spend_limit', 'model_unauthorized', 'model_rate_limited'] as const).map(
    (code) => toFailure(new AgentError(code, 'm', { remedy: 'r' }))?.code,
  );
  assert.deepEqual(codes, ['model_account_empty', 'model_key_rejected', 'model_rate_limited']);
});

test('invalid model settings and undecryptable keys have a named cause, and aren’t retried', () => {
  const settings = toFailure(new ModelSettingsError('baseUrl must be an address'));
  const keys = toFailure(new SecretBoxError('master-key-invalid', 'sealed under another key'));
  assert.deepEqual(
    [settings?.code, settings?.retryable, keys?.code, keys?.retryable],
    ['model_misconfigured', false, 'credentials_unreadable', false],
  );
  assert.match(keys?.remedy ?? '', /DOCWRIGHT_MASTER_KEY/);
});

test('a named failure stays unchanged', () => {
  const named = new AgentJobFailure({ code: 'branch_moved', message: 'm', remedy: 'r', retryable: false });
  assert.equal(toFailure(named), named);
  assert.equal(toAgentJobFailure(named), named);
});

test('any other error has no named cause, so it is internal and the queue retries it', () => {
  for (const thrown of [new TypeError('x is not a function'), 'text', undefined, null, { code: 'agent_loop' }])
    assert.equal(toFailure(thrown), undefined);
});

test('errors from git and code hosts have a named cause, and are retried only if waiting can help', () => {
  const table = [
    [new GitError('unreachable', 'away'), true],
    [new GitError('branch-not-found', 'no such branch'), false],
    [new CodeHostError('unavailable', 'away'), true],
    [new CodeHostError('outcome-unknown', 'no answer'), true],
    [new CodeHostError('unauthorized', 'no'), false],
  ] as const;
  for (const [error, retryable] of table) {
    const failure = toAgentJobFailure(error);
    assert.ok(failure instanceof AgentJobFailure, error.code);
    assert.ok(failure.code in jobErrorCodes, failure.code);
    assert.deepEqual([failure.message, failure.retryable, failure.cause], [error.message, retryable, error]);
  }
});

test('a site that the gate can’t check has a named cause and isn’t retried, but a builder’s own error is internal', () => {
  for (const code of ['no_docs_config', 'invalid_docs_config', 'restricted_pages', 'limit_exceeded'] as const) {
    const failure = toAgentJobFailure(new RenderFailure(code, 'docs.json line 3'));
    assert.ok(failure instanceof AgentJobFailure);
    assert.deepEqual([failure.code, failure.message, failure.retryable], [code, 'docs.json line 3', false]);
  }
  const ours = new RenderFailure('internal', 'the process is gone');
  assert.equal(toAgentJobFailure(ours), ours);
  assert.equal(toFailure(ours), undefined);
});
