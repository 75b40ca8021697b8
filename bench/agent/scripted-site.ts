import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatePages, pagePath } from '../site-builder/generate-site.ts';
import type { ScriptedTurn } from '../../packages/server/src/platform/models/testing/scripted-models.ts';

/** Writes a documentation site with this many pages, all in its navigation, to a folder. */
export function writeSite(folder: string, pages: number): void {
  const generated = generatePages(pages);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const { path, title, description, body } of generated)
    write(`${path}.mdx`, `---\ntitle: "${title}"\ndescription: "${description}"\n---\n\n${body}`);
  const groups = [{ group: 'Pages', pages: generated.map(({ path }) => path) }];
  const config = { theme: 'mint', name: 'Bench', colors: { primary: '#0a7d5a' }, navigation: { groups } };
  write('docs.json', `${JSON.stringify(config, null, 2)}\n`);
}

/** Pushes a folder as the first commit of a repository on the service's own code host. */
export function pushSite(folder: string, remote: string): void {
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', folder, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args]);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Site');
  git('push', '--quiet', remote, 'main');
}

/**
 * Returns twelve answers with one tool call each, which search the site, read and edit three pages, check the result,
 * and finish.
 */
export function twelveCalls(mark: string): readonly ScriptedTurn[] {
  const pages = [1, 2, 3].map(pagePath);
  return [
    [{ name: 'list', input: { glob: 'guides/section-000/*' } }],
    [{ name: 'grep', input: { regex: 'Part 0 of page 1\\b', glob: 'guides/section-000/*.mdx' } }],
    [{ name: 'search_docs', input: { query: 'deadline of a token' } }],
    ...pages.map((path) => [{ name: 'read', input: { path } }]),
    ...pages.map((path, index) => [
      {
        name: 'edit',
        input: {
          path,
          edits: [{ old: `## Part 0 of page ${index + 1}`, new: `## Part 0 of page ${index + 1} (${mark})` }],
        },
      },
    ]),
    [{ name: 'read', input: { path: pages[0] } }],
    [{ name: 'validate', input: { scope: 'changes' } }],
    [{ name: 'finish', input: { outcome: 'changes', title: `Mark ${mark}`, summary: 'Three headings.' } }],
  ];
}
