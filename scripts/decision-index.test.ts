import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../docs/decisions');

interface Decision {
  readonly number: number;
  readonly title: string;
  readonly file: string;
  /** The status in the index: `Accepted`, or `Superseded by [N](file)`. */
  readonly status: string;
}

const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** @throws {Error} if the file doesn't begin with `# N. Title` */
function readDecision(file: string): Decision {
  const text = readFileSync(join(folder, file), 'utf8');
  const heading = /^# (\d+)\. (.+)\n/.exec(text);
  if (heading === null) throw new Error(`${file} must begin with "# N. Title"`);
  const [, number = '', title = ''] = heading;
  const successor = /^\*\*Superseded by\*\* (\[\d+\]\([^)]+\))/m.exec(text)?.[1];
  return {
    number: Number(number),
    title,
    file,
    status: successor === undefined ? 'Accepted' : `Superseded by ${successor}`,
  };
}

const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const decisions = files.map(readDecision).sort((a, b) => a.number - b.number);

test('the name of a decision’s file consists of its number and title', () => {
  for (const { number, title, file } of decisions)
    assert.equal(file, `${String(number).padStart(4, '0')}-${toSlug(title)}.md`);
});

test('no number is used twice', () => {
  assert.equal(new Set(decisions.map(({ number }) => number)).size, decisions.length);
});

test('the index lists number, title and status of every decision, in order', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  assert.deepEqual(
    index.split('\n').filter((line) => /^\| \d/.test(line)),
    decisions.map(({ number, title, file, status }) => `| ${number} | [${title}](${file}) | ${status} |`),
  );
});

test('links between decisions resolve to existing files', () => {
  for (const file of [...files, 'README.md']) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((\d{4}-[^)#]+)\)/g))
      assert.ok(files.includes(target), `${file} links to ${target}, which doesn't exist`);
  }
});
