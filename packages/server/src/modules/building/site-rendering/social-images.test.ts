import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveFeatures } from '@docwright/bundle';
import { createSandbox } from '../../../platform/sandbox/index.ts';
import { builderCodeFolders, builderEntry } from './builder-code.ts';
import { createBuilderPool } from './builder-pool.ts';
import type { CodeCache } from './code-cache.ts';
import { createSandboxedRenderer } from './sandboxed-renderer.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const noCache: CodeCache = { folder: () => undefined, open: async () => undefined, close: async () => undefined };
const config = {
  theme: 'mint',
  name: 'Test',
  colors: { primary: '#0055ff' },
  logo: '/l.svg',
  navigation: { pages: ['index'] },
};
const files = new Map([
  ['docs.json', JSON.stringify(config)],
  ['index.mdx', '---\ntitle: 快速开始 البدء\n---\n\nText.\n'],
  ['l.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><rect width="99" height="40"/></svg>'],
]);
const folder = { paths: [...files.keys()], read: (path: string) => Buffer.from(files.get(path) ?? '') };

test('preview images are drawn inside the sandbox, which can use fonts and WebAssembly', async () => {
  const sandbox = await createSandbox({ mode: 'auto', codeFolders: builderCodeFolders() });
  const pool = createBuilderPool({ sandbox, entry: builderEntry, codeCache: noCache, places: 1 });
  const made = new Map<string, Uint8Array>();
  try {
    const report = await createSandboxedRenderer(pool).render({
      organizationId: 'org',
      loadFolder: async () => folder,
      basePath: '',
      siteUrl: 'https://docs.example.com',
      features: resolveFeatures('cloud', {}),
      paths: [],
      onFile: async ({ path, bytes }) => void made.set(path, Buffer.from(bytes)),
      onProgress: () => undefined,
      signal: AbortSignal.timeout(hangLimitMs),
    });
    assert.deepEqual(report.issues, []);
  } finally {
    await pool.close();
  }
  const image = [...made].find(([path]) => path.startsWith('_docwright/social/'))?.[1] ?? assert.fail('no image');
  assert.equal(Buffer.from(image).toString('latin1', 1, 4), 'PNG');
  assert.match(
    Buffer.from(made.get('index.html') ?? '').toString(),
    /og:image" content="https:\/\/docs\.example\.com\/_/,
  );
});
