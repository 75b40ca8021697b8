/**
 * Tests the rules engine on real documentation sites: the subfolders of the folder in DOCWRIGHT_CORPUS, or the example
 * site.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBrokenLinks } from '../links/find-broken-links.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import { readNavigation } from '../navigation/read-navigation.ts';
import { readRedirects } from '../navigation/redirects.ts';
import { countChangedLines, diffLines } from '../text/diff-lines.ts';
import { Workspace } from '../workspace/workspace.ts';
import { resolvePolicy } from '../policy/policy.ts';
import type { BaseFiles, DocsGate, Overlay } from '../ports.ts';
import { folderFiles } from '../testing/folder-files.ts';
import { runTestTurn } from '../testing/run-turn.ts';
import { createRulesModel } from './create-rules-model.ts';

const corpus = process.env['DOCWRIGHT_CORPUS'] ?? join(import.meta.dirname, '../../../../examples');
const sites = findSites(corpus);
const noGate: DocsGate = { check: () => Promise.resolve([]), parsePage: () => Promise.resolve([]) };

function findSites(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .flatMap((name) => [name, `${name}/docs`])
    .filter((name) => existsSync(join(folder, name, 'docs.json')) || existsSync(join(folder, name, 'mint.json')));
}

const policy = resolvePolicy({ limits: { maxFiles: 3000, maxPatchBytes: 50_000_000, maxFileBytes: 5_000_000 } });

async function describeSite(base: BaseFiles, overlay: Overlay) {
  const workspace = new Workspace({ base, overlay, policy, seen: [] });
  const config = await loadSiteConfig(workspace);
  const paths = await workspace.paths();
  const texts = await workspace.texts(paths.filter((path) => /\.mdx?$/.test(path)));
  const broken = findBrokenLinks(texts, { paths, isRedirected: () => false, isGenerated: () => false });
  return { config, navigation: readNavigation(config), redirects: readRedirects(config), broken, workspace };
}

test('there is at least one real site', () => assert.notEqual(sites.length, 0, `no site in ${corpus}`));

test('on real sites, moving pages breaks no links, and changes only the configuration lines that name the pages', async (t) => {
  for (const site of sites) {
    await t.test(site, async () => {
      const base = await folderFiles(join(corpus, site));
      const before = await describeSite(base, new Map());
      const files = new Set(await before.workspace.paths());
      const pages = [...new Set(before.navigation.pages.map((page) => page.path))].filter(
        (path) => files.has(`${path}.mdx`) && !path.endsWith('index'),
      );
      for (const page of [pages[0], pages[Math.floor(pages.length / 2)], pages.at(-1)]) {
        if (page === undefined) continue;
        const to = `moved-here/${page.split('/').at(-1) ?? ''}-new`;
        const outcome = await runTestTurn({
          model: createRulesModel(),
          files: {},
          base,
          gate: noGate,
          policy,
          prompt: `move page "${page}" to "${to}"`,
        });
        assert.equal(outcome.result, 'changes', outcome.summary);
        const after = await describeSite(base, outcome.overlay);
        const known = new Set(before.broken.map((link) => `${link.path} ${link.target}`));
        const fresh = after.broken.filter(
          (link) => !known.has(`${link.path} ${link.target}`) && !link.path.startsWith('moved-here/'),
        );
        assert.deepEqual(fresh, [], page);
        const own = after.broken.filter((link) => link.path === `${to}.mdx`).length;
        assert.ok(
          own <= before.broken.filter((link) => link.path === `${page}.mdx`).length,
          'the moved page has no new broken link',
        );
        const rename = (path: string) => (path === page ? to : path);
        assert.deepEqual(
          after.navigation.pages.map((entry) => entry.path),
          before.navigation.pages.map((entry) => rename(entry.path)),
        );
        assert.equal(after.redirects.filter((redirect) => redirect.source === `/${page}`).length, 1);
        const changed = [...after.config.files].map(([path, file]) =>
          countChangedLines(diffLines(before.config.files.get(path)?.text ?? '', file.text)),
        );
        const mentions = [...before.config.files.values()].reduce(
          (sum, file) => sum + file.text.split(page).length - 1,
          0,
        );
        const removed = changed.reduce((sum, file) => sum + file.removed, 0);
        assert.ok(removed <= mentions + 1, `${removed} lines of the configuration changed for ${mentions} mentions`);
      }
    });
  }
});

test('on real sites, a description, a redirect and a page are set or added, and a page loses at most 3 lines', async (t) => {
  for (const site of sites) {
    await t.test(site, async () => {
      const base = await folderFiles(join(corpus, site));
      const before = await describeSite(base, new Map());
      const files = new Set(await before.workspace.paths());
      const page = before.navigation.pages.find((entry) => files.has(`${entry.path}.mdx`))?.path ?? '';
      const group = before.navigation.groups.find(
        (candidate) =>
          candidate.pages !== undefined &&
          before.navigation.groups.filter((other) => other.name.toLowerCase() === candidate.name.toLowerCase())
            .length === 1,
      );
      const prompt = [
        `set description of "${page}" to "A: new \\"one\\""`,
        'add redirect from /very/old/page to /' + page,
        `create page "zz/new-page" titled "New page"${group === undefined ? '' : ` in group "${group.name}"`}`,
      ].join('\n');
      const outcome = await runTestTurn({ model: createRulesModel(), files: {}, base, gate: noGate, policy, prompt });
      assert.equal(outcome.result, 'changes', outcome.summary);
      assert.doesNotMatch(outcome.summary, /Not done|Refused|Not understood/, outcome.summary);
      const changed = new Map(outcome.files.map((file) => [file.path, file]));
      assert.ok((changed.get(`${page}.mdx`)?.removed ?? 9) <= 3);
      const after = await describeSite(base, outcome.overlay);
      assert.equal(after.redirects.length, before.redirects.length + 1);
      assert.equal(after.navigation.pages.length, before.navigation.pages.length + (group === undefined ? 0 : 1));
    });
  }
});
