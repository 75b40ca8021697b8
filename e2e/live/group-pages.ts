/** Adds pages to the example site that only one group can read, and checks which of them a reader receives. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../packages/host/src/testing/start-test-host.ts';
import type { TestService } from '../api/test-service.ts';

const run = promisify(execFile);

/** The marker occurs only in the content of the page and of its image. */
export const groupPages = [
  { group: 'staff', path: 'teams/watch', marker: 'zanzibar' },
  { group: 'partners', path: 'teams/trade', marker: 'quetzal' },
] as const;

/** Returns spellings of a page's address, and the address of the image that is only on the page. */
export const spellings = (path: string): readonly string[] => [
  `/${path}`,
  `/${path}.html`,
  `/${path}.md`,
  `/${path}/`,
  `//${path}`,
  `/${path.replace('/', '//')}`,
  `/${path.replace('t', '%74')}`,
  `/${path.replace('/', '%2f')}`,
  `/x/..%2f${path}`,
  `/images/${path}.svg`,
];

/** Pushes the pages, with one image each, as an author does. */
export async function pushGroupPages(service: TestService): Promise<void> {
  await using folder = await makeFolder();
  const at = (...names: string[]): string => join(folder.path, ...names);
  const git = (...args: string[]) =>
    run('git', ['-C', folder.path, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
  const url = service.baseUrl.replace('://', `://key:${service.apiKey}@`);
  await git('clone', '--quiet', `${url}/git/example-docs.git`, '.');
  for (const { group, path, marker } of groupPages) {
    const image = `images/${path}.svg`;
    for (const file of [path, image]) await mkdir(at(file, '..'), { recursive: true });
    const text = `The ${marker} handbook lists the lamps of the night watch.\n\n![Lamp](/${image})\n`;
    await writeFile(at(`${path}.mdx`), `---\ntitle: "Handbook ${marker}"\ngroups: [${group}]\n---\n\n${text}`);
    await writeFile(at(image), `<svg xmlns="http://www.w3.org/2000/svg"><title>${marker}</title></svg>`);
  }
  const config = JSON.parse(await readFile(at('docs.json'), 'utf8'));
  config.navigation.tabs[0].groups.push({ group: 'Teams', pages: groupPages.map(({ path }) => path) });
  await writeFile(at('docs.json'), JSON.stringify(config));
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Add handbooks');
  await git('push', '--quiet', 'origin', 'HEAD:main');
}

/** @throws AssertionError if the text lacks the page of the reader's group, or contains content of another group */
export function requireOwnPages(text: string, readersGroup: string, output: string): void {
  for (const { group, path, marker } of groupPages) {
    const isFound = text.includes(marker) || text.includes(path);
    assert.equal(isFound, group === readersGroup, `${output} for the group "${readersGroup}": ${text.slice(0, 2_000)}`);
  }
}
