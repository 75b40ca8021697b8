import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { agentErrorCodes } from './errors.ts';
import { defaultLimits, resolvePolicy } from './policy/policy.ts';
import { parsePrompt } from './rules/parse-prompt.ts';
import { usages } from './rules/parse-statement.ts';
import { toolErrorCodes } from './errors.ts';
import { listTools } from './tools/tool-list.ts';
import { turnResults } from './turn.ts';

const page = (name: string) => readFileSync(new URL(`../../../docs/agent/${name}.mdx`, import.meta.url), 'utf8');
const language = page('rules-engine');
const manual = page('how-it-works');

test('the manual lists every tool, code and result, the main limits, and no unknown codes', () => {
  for (const name of [
    ...listTools(resolvePolicy({ fetchHosts: ['x.example'] }), {
      canFetch: true,
      hasCode: true,
      hasSpecs: true,
      mayAddImages: true,
      seesImages: true,
      hasBrowser: true,
    }).map((tool) => tool.name),
    ...toolErrorCodes,
    ...agentErrorCodes,
  ]) {
    assert.ok(manual.includes(`\`${name}\``), name);
  }
  for (const result of turnResults) assert.ok(language.includes(`\`${result}\``), result);
  const named = [...(manual.split('## Why a job fails')[0] ?? '').matchAll(/`((?:agent|model)_[a-z_]+)`/g)].map(
    (match) => match[1],
  );
  for (const code of named) assert.ok((agentErrorCodes as readonly (string | undefined)[]).includes(code), code);
  const { maxSteps, maxFiles, maxMechanicalFiles, maxTokens, maxCostUsd, maxRepairRounds, maxModelAttempts } =
    defaultLimits;
  for (const value of [
    maxSteps,
    maxFiles,
    maxMechanicalFiles.toLocaleString('en'),
    maxTokens.toLocaleString('en'),
    `$${maxCostUsd}`,
    maxRepairRounds,
    maxModelAttempts,
  ])
    assert.match(manual, new RegExp(`\\| ${String(value).replace('$', '\\$')} \\|`));
});

test('the manual shows every form that the rules engine understands, and its two examples are understood', () => {
  for (const usage of usages) {
    const shown = usage.split(/ \[/)[0] ?? '';
    assert.ok(language.includes(shown), shown);
  }
  const examples = [...language.matchAll(/^(`{3,})text\n([^]*?)^\1$/gm)].map((match) => match[2] ?? '');
  assert.equal(examples.length, 2);
  for (const example of examples) {
    const parsed = parsePrompt(example);
    assert.deepEqual(parsed.unread, []);
    assert.ok(parsed.statements.length >= 4);
  }
});
