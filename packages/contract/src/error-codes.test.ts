import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { jobErrorCodes } from './error-codes.ts';

test('the manual lists why a job fails exactly as the contract has it', () => {
  const manual = readFileSync(new URL('../../../docs/agent/how-it-works.mdx', import.meta.url), 'utf8');
  const section = manual.split('## Why a job fails')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| `([a-z_]+)` +\| (yes|no) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells);
  assert.deepEqual(
    rows,
    Object.entries(jobErrorCodes).map(([code, { retryable, cause }]) => [code, retryable ? 'yes' : 'no', cause]),
  );
});
