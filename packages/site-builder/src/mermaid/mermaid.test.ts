import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mermaidFiles, renderMermaid } from './index.ts';

test('a diagram is its source text until a script draws it, escaped', () => {
  const html = renderMermaid({ code: 'graph TD; A["<script>"]-->B', actions: true, placement: 'bottom-right' });
  assert.match(html, /<pre class="mermaid-source" tabindex="0"><code>graph TD; A\["&lt;script&gt;"\]--&gt;B<\/code>/);
});

test('every module that the library imports is shipped, under a name that plain servers know', () => {
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
