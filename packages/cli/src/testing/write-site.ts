import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const config = {
  theme: 'mint',
  name: 'Test',
  colors: { primary: '#0a7' },
  navigation: { pages: ['index', 'guide'] },
};

/** Writes a small site to a folder; `files` override its files. */
export function writeSite(folder: string, files: Readonly<Record<string, string>> = {}): void {
  const all = {
    'docs.json': JSON.stringify(config),
    'index.mdx': '---\ntitle: Start\n---\n\nHello [guide](/guide).\n',
    'guide.mdx': '---\ntitle: Guide\n---\n\nA guide.\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
