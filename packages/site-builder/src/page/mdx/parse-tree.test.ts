import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProcessor } from '@mdx-js/mdx';
import { decodeText } from '../../text/decode-text.ts';
import { parseMdxTree } from './parse-tree.ts';
import { prepareText } from './prepare-text.ts';
import { readFrontmatter } from '../../text/read-frontmatter.ts';

interface Node {
  readonly type: string;
  readonly name?: string | null;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

const reference = createProcessor({ format: 'mdx' });

/** A page's elements in order: readers would miss an element if only one parser recognized it. */
function outline(node: Node, found: string[] = []): string[] {
  if (node.type === 'heading') found.push(`heading ${node.depth} ${textOf(node)}`);
  if (node.type === 'code') found.push(`code ${node.lang ?? ''} ${node.value ?? ''}`);
  if (node.type.startsWith('mdxJsx')) found.push(`<${node.name ?? ''}>`);
  if (node.type === 'link' || node.type === 'image') found.push(`${node.type} ${node.url ?? ''}`);
  for (const child of node.children ?? []) outline(child, found);
  return found;
}

function textOf(node: Node): string {
  return (node.value ?? '') + (node.children ?? []).map(textOf).join('');
}

/** Whether both parsers agree, or `undefined` if the reference rejects the text. */
function agree(body: string): boolean | undefined {
  const text = prepareText(body);
  let expected: string[];
  try {
    expected = outline(reference.parse(text) as unknown as Node);
  } catch {
    return undefined;
  }
  // By GitHub's rules, bare addresses become links; the reference parser doesn't have this extension here.
  const plain = (list: readonly string[]) => list.filter((entry) => !/^link (?:https?|mailto):/.test(entry));
  const parsed = parseMdxTree(text, false);
  return parsed.ok && plain(outline(parsed.tree as unknown as Node)).join('\n') === plain(expected).join('\n');
}

test('the native parser agrees with the reference parser on samples', () => {
  const samples = [
    '# One\n\nText with `code`, **bold** and [a link](/a).\n\n```js title="x"\nconst a = {1: 2};\n```\n',
    '<Card title="A" icon={"star"}>\n  ## Inside\n\n  <B.C {...props}>text</B.C>\n</Card>\n',
    'import X from "/x.mdx"\nexport const a = {b: [1, 2]}\n\n<X a={a.b.map((n) => <i key={n}>{n}</i>)} />\n',
    '- one\n\n  ```sh\n  ls\n  ```\n- <b>two</b>\n\n> ### Quoted\n\n![p](/p.png "t")\n',
    '<Tabs>\n<Tab title="1">\n\n| not | a table |\n\n</Tab>\n</Tabs>\n\nSetext\n======\n',
  ];
  for (const sample of samples) assert.equal(agree(sample), true, sample);
});

test('the parsers differ on fewer than one in fifty real pages', (t) => {
  const corpus = process.env['DOCWRIGHT_CORPUS'] ?? join(import.meta.dirname, '../../../../../examples');
  const pages = readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mdx') && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  // The reference parser takes 10 ms per page, so only a few hundred pages of a large corpus are checked.
  const step = Math.max(1, Math.floor(pages.length / 400));
  const compared = pages
    .filter((_, index) => index % step === 0)
    .map((path) => ({ path, same: agree(readFrontmatter(decodeText(readFileSync(path)).text).body) }))
    .filter(({ same }) => same !== undefined);
  const different = compared.filter(({ same }) => same === false);
  t.diagnostic(`${compared.length} pages compared, ${different.length} differ`);
  for (const { path } of different.slice(0, 10)) t.diagnostic(path.slice(corpus.length));
  assert.ok(different.length * 50 < compared.length, `${different.length} of ${compared.length} differ`);
});
