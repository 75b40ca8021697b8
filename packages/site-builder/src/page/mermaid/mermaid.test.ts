import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { parse } from 'acorn';
import type { Node } from 'acorn';

import { onlyInFullRuns } from '../../../../../scripts/sample-rows.ts';
import { serveFixture } from '../../testing/browser-fixture.ts';
import { launchBrowser } from '../../testing/launch-browser.ts';
import { mermaidFiles } from './index.ts';
import { renderMermaid } from './render-mermaid.ts';
import { readMermaidModules } from './mermaid-files.ts';

test('until a script draws a diagram, its escaped source text is shown', () => {
  const html = renderMermaid({ code: 'graph TD; A["<script>"]-->B', actions: true, placement: 'bottom-right' });
  assert.match(html, /<pre class="mermaid-source" tabindex="0"><code>graph TD; A\["&lt;script&gt;"\]--&gt;B<\/code>/);
});

test('every module that the library imports is in the bundle, with an extension that plain servers support', () => {
  const { script, files } = mermaidFiles();
  const byPath = new Map(files.map(({ path, bytes }) => [path, String(bytes)]));
  assert.ok(byPath.has(script));
  for (const [path, code] of byPath) {
    for (const [, target = ''] of code.matchAll(/(?:from|import|import\()\s*"(\.[^"\n]+)"/g)) {
      const resolved = new URL(target, `https://x.test/${path}`).pathname.slice(1);
      assert.ok(byPath.has(resolved), `${path} imports ${target}`);
      assert.match(resolved, /\.js$/);
    }
  }
});

// Changes only with the version of the library.
test(
  'the library’s modules have the form that the linker requires: named imports first, one list of named exports',
  onlyInFullRuns,
  () => {
    const dist = join(dirname(createRequire(import.meta.url).resolve('mermaid/package.json')), 'dist');
    const modules = readMermaidModules(dist);
    const changing: string[] = [];
    for (const [name, code] of modules) {
      const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
      const firstOther = body.findIndex(({ type }) => type !== 'ImportDeclaration');
      assert.ok(!body.slice(firstOther).some(({ type }) => type === 'ImportDeclaration'), `${name}: imports first`);
      const exports = body.filter(({ type }) => type.startsWith('Export'));
      assert.deepEqual([exports.length, exports[0]?.type], [1, 'ExportNamedDeclaration'], name);
      const exported = new Set<string>();
      for (const node of body) {
        if (node.type === 'ImportDeclaration')
          for (const { type } of node.specifiers) assert.equal(type, 'ImportSpecifier', name);
        else if (node.type === 'ExportNamedDeclaration')
          for (const { local } of node.specifiers) if (local.type === 'Identifier') exported.add(local.name);
      }
      for (const assigned of assignedInFunctions(body)) if (exported.has(assigned)) changing.push(assigned);
    }
    // d3's `format` and `timeFormat` follow `formatDefaultLocale`, which d3 calls once and Mermaid never calls.
    assert.equal(changing.length, 2, changing.join());
  },
);

function assignedInFunctions(body: readonly Node[]): string[] {
  const found: string[] = [];
  const visit = (value: unknown, isInFunction: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, isInFunction);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node & Readonly<Record<string, unknown>>;
    const target = node.type === 'AssignmentExpression' ? node['left'] : node['argument'];
    if (isInFunction && /^(?:Assignment|Update)Expression$/.test(node.type)) {
      const { type, name } = target as { type?: string; name?: string };
      if (type === 'Identifier' && name !== undefined) found.push(name);
    }
    for (const child of Object.values(node)) visit(child, isInFunction || /Function/.test(node.type));
  };
  visit(body, false);
  return found;
}

/** One diagram of each type, and each layout that a diagram can request. */
const diagrams: readonly string[] = [
  'graph TD; A-->B',
  '---\nconfig:\n  layout: elk\n---\ngraph TD; A-->B',
  'sequenceDiagram\nA->>B: Hello',
  'classDiagram\nA <|-- B',
  'stateDiagram-v2\n[*] --> A',
  'erDiagram\nA ||--o{ B : has',
  'journey\ntitle T\nsection S\nGo: 5: Me',
  'gantt\ndateFormat YYYY-MM-DD\nsection S\nA :a, 2026-01-01, 2d',
  'pie\n"A" : 1\n"B" : 2',
  'quadrantChart\nx-axis Low --> High\ny-axis Low --> High\nA: [0.3, 0.6]',
  'requirementDiagram\nrequirement r {\nid: 1\ntext: t\nrisk: high\nverifymethod: test\n}',
  'gitGraph\ncommit\nbranch b\ncommit',
  'C4Context\nPerson(a, "A")\nSystem(b, "B")\nRel(a, b, "uses")',
  'mindmap\n  root\n    A\n    B',
  'timeline\ntitle T\n2026 : A',
  'sankey-beta\nA,B,1',
  'xychart-beta\nx-axis [a, b]\nbar [1, 2]',
  'block-beta\ncolumns 1\nA B',
  'packet-beta\n0-15: "A"\n16-31: "B"',
  'kanban\n  todo[Todo]\n    a[A]',
  'architecture-beta\ngroup g(cloud)[G]\nservice s(server)[S] in g\nservice t(disk)[T] in g\ns:R -- L:t',
  'radar-beta\naxis a, b, c\ncurve x{1, 2, 3}',
  'treemap-beta\n"A"\n  "B": 1',
];

test('every type of diagram is drawn in a browser, and a flow chart needs two files', async () => {
  const fence = (code: string): string => `\`\`\`mermaid\n${code}\n\`\`\``;
  const site = await serveFixture({
    'all.mdx': diagrams.map(fence).join('\n\n'),
    'flow.mdx': fence(diagrams[0] ?? ''),
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 20_000 } });
    await page.goto(`${site.origin}/all.html`);
    await page.waitForFunction(`!document.querySelector('dw-mermaid:not([data-drawn]):not([data-failed])')`);
    const failed = await page.evaluate(
      `[...document.querySelectorAll('dw-mermaid[data-failed]')].map((host) => host.dataset.failed + ': ' + host.textContent)`,
    );
    assert.deepEqual(failed, []);
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/mermaid/')) fetched.push(request.url().replace(/.*\//, ''));
    });
    await page.goto(`${site.origin}/flow.html`);
    await page.waitForSelector('dw-mermaid[data-drawn] svg');
    assert.deepEqual(
      fetched.map((name) => name.replace(/\.[0-9a-f]{10}\./, '.')),
      ['draw-diagrams.js', 'core.js'],
    );
  } finally {
    await browser.close();
    site.close();
  }
});
