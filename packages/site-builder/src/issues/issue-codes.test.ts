import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { issueCodes } from './issue-codes.ts';

/**
 * Issue codes in the sources of this package and of expressions: `code: 'x'`, `code: a ? 'x' : 'y'`, `problem('x', …)`.
 */
function codesInSources(): Set<string> {
  const files = ['site-builder', 'expressions'].flatMap((name) => {
    const folder = join(import.meta.dirname, '../../..', name, 'src');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|client\/|fixture|issue-codes|session\//.test(path))
      .map((path) => join(folder, path));
  });
  assert.ok(files.length > 100, `${files.length} files searched`);
  const codes = new Set<string>();
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const places = text.matchAll(
      /(?<![\w.'])code: (?!ExpressionFault)([^,}\n]*'[a-z0-9-]+'[^,}\n]*)|problem\(\s*('[a-z0-9-]+')|ExpressionFault\(\s*('[a-z-]+')/g,
    );
    for (const [, expression, problem, fault] of places) {
      for (const [, code = ''] of (expression ?? problem ?? fault ?? '').matchAll(/'([a-z0-9-]+)'/g)) codes.add(code);
    }
  }
  return codes;
}

test('every code that an issue can have is listed, and every listed code occurs', () => {
  const used = [...codesInSources()].sort();
  assert.deepEqual(used, Object.keys(issueCodes).sort());
});
