/**
 * Runs one prompt with five steps on real documentation sites with the rules engine, and checks the results with the
 * site builder. The sites are in the folder DOCWRIGHT_CORPUS (one subfolder each); without it, the example site is
 * used.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { loadSiteConfig } from '../../packages/doc-agent/src/navigation/load-site-config.ts';
import { readNavigation } from '../../packages/doc-agent/src/navigation/read-navigation.ts';
import { Workspace } from '../../packages/doc-agent/src/workspace/workspace.ts';
import { folderFiles } from '../../packages/doc-agent/src/testing/folder-files.ts';
import { runTestTurn } from '../../packages/doc-agent/src/testing/run-turn.ts';
import { createRulesModel, resolvePolicy, type BaseFiles, type DocsGate, type TurnOutcome } from '@docwright/doc-agent';
import { checkSite, createMemorySource, type Issue } from '@docwright/site-builder';

const corpus = process.env['DOCWRIGHT_CORPUS'] ?? join(import.meta.dirname, '../../examples');
const sites = findSites(corpus);
const policy = resolvePolicy({ limits: { maxFiles: 3000, maxPatchBytes: 50_000_000, maxFileBytes: 5_000_000 } });
/** A gate that finds nothing, because the whole site is checked below. */
const noGate: DocsGate = { check: () => Promise.resolve([]), parsePage: () => Promise.resolve([]) };

function findSites(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [name, `${name}/docs`])
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'docs.json')) || existsSync(join(path, 'mint.json')));
}

interface Steps {
  readonly page: string;
  readonly to: string;
  readonly prompt: string;
}

/**
 * Composes a prompt that moves a page from the middle, fixes its links, describes it, redirects an old address to it,
 * and adds another page to a group.
 */
async function composeSteps(base: BaseFiles): Promise<Steps> {
  const workspace = new Workspace({ base, overlay: new Map(), policy, seen: [] });
  const { pages, groups } = readNavigation(await loadSiteConfig(workspace));
  const files = new Set(await workspace.paths());
  const movable = pages.map(({ path }) => path).filter((path) => files.has(`${path}.mdx`) && !path.endsWith('index'));
  const page = movable[Math.floor(movable.length / 3)] ?? assert.fail('a site without pages');
  const slash = page.lastIndexOf('/') + 1;
  const to = `${page.slice(0, slash)}moved-${page.slice(slash)}`;
  const isUnique = (name: string): boolean =>
    groups.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length === 1;
  const group = groups.find(({ name, pages: listed }) => listed !== undefined && isUnique(name))?.name;
  const steps = [
    `Move page "${page}" to "${to}"`,
    `Fix broken links in "${to}"`,
    `Set description of "${to}" to "What it is, and why"`,
    `Add redirect from /very/old/page to /${to}`,
    `Create page "zz/new-page" titled "New page"${group === undefined ? '' : ` in group "${group}"`}`,
  ];
  return { page, to, prompt: `${steps.join('. ')}.` };
}

async function findIssues(base: BaseFiles, outcome?: TurnOutcome): Promise<readonly Issue[]> {
  const files = new Map<string, Uint8Array>();
  for (const { path } of await base.list()) {
    const bytes = await base.read(path);
    if (bytes !== undefined) files.set(path, bytes);
  }
  for (const [path, entry] of outcome?.overlay ?? []) {
    if (entry.kind === 'write') files.set(path, Buffer.from(entry.content));
    else files.delete(path);
  }
  return (await checkSite({ source: createMemorySource(files), clock: () => performance.now() })).issues;
}

describe('a five-step prompt on a real site', () => {
  test('runs on at least one site', () => assert.notEqual(sites.length, 0, `no site in ${corpus}`));
  for (const site of sites) {
    test(`${relative(corpus, site)}: no new issues are caused, and few lines of the configuration are removed`, async () => {
      const base = await folderFiles(site);
      const { page, to, prompt } = await composeSteps(base);
      const outcome = await runTestTurn({ model: createRulesModel(), files: {}, base, gate: noGate, policy, prompt });
      assert.equal(outcome.result, 'changes', outcome.summary);
      assert.doesNotMatch(outcome.summary, /Not done|Refused|Not understood/, outcome.summary);
      const nameOf = ({ severity, code, path, message }: Issue): string =>
        `${severity} ${code} ${path} ${message}`.replaceAll(to, '…').replaceAll(page, '…');
      const known = new Set((await findIssues(base)).map(nameOf));
      const fresh = (await findIssues(base, outcome)).map(nameOf).filter((name) => !known.has(name));
      assert.deepEqual(fresh, []);
      const configuration = outcome.files.filter(({ path }) => path.endsWith('.json'));
      const removed = configuration.reduce((sum, file) => sum + file.removed, 0);
      // The moved page's line and the ends of two lists, or more if the configuration names the page again.
      const mentions = await countMentions(
        base,
        configuration.map(({ path }) => path),
        page,
      );
      assert.ok(removed <= mentions + 3, `${removed} lines removed for ${mentions} mentions`);
    });
  }
});

async function countMentions(base: BaseFiles, paths: readonly string[], page: string): Promise<number> {
  let count = 0;
  for (const path of paths) {
    const text = Buffer.from((await base.read(path)) ?? '').toString('utf8');
    count += text.split(page).length - 1;
  }
  return count;
}
