import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand, runJson } from '../../testing/run-command.ts';
import { writeSite } from '../../testing/write-site.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-validate-'));
after(() => rmSync(root, { recursive: true }));

/** Faults in many parts of a site. The bits of a generated site's number select its faults. */
const faults: readonly Readonly<Record<string, string>>[] = [
  { 'a.mdx': 'See [nothing](/nowhere) and [anchor](/guide#none).' },
  { 'b.mdx': '---\ntitle: One: two: "three\n---\n\n<Unknown>x</Unknown> {notDefined}' },
  { 'c.mdx': '![x](/none.png) <Icon icon="no-such-icon" />\n\nimport X from "./none.mdx"\n\n<X />' },
  { 'd.mdx': '<Card><Tabs>never closed {[' },
  { 'e.mdx': 'export const f = () => f();\n\n{f()}' },
  {
    'docs.json':
      '{"theme":"mint","name":"T","colors":{"primary":"red"},"navigation":{"pages":["index","guide","none","GET /x"]},"redirects":[{"source":"/a","destination":"/none"},{"source":"/a","destination":"/a"}]}',
  },
  {
    's.yaml':
      'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {/x: {get: {responses: {"200": {$ref: "#/none"}}}}}',
    'f.mdx': '---\nopenapi: s.yaml GET /none\n---\n',
  },
  { 'Guide.mdx': 'A twin of guide.', '.hidden/page.mdx': 'x', 'a\u202eb.mdx': 'x' },
];

interface Found {
  readonly path: string;
  readonly line?: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
}

function newSite(bits: number): string {
  const folder = mkdtempSync(join(root, 'site-'));
  writeSite(folder, Object.assign({}, ...faults.filter((_, index) => (bits >> index) & 1)) as Record<string, string>);
  return folder;
}

// Each fault alone, all faults together, and no faults.
const numbers = [0, 255, ...faults.map((_, index) => 1 << index)];
for (const bits of numbers) {
  test(`site ${bits.toString(2).padStart(8, '0')}: validate reports the same issues as build in each of its three formats`, async () => {
    const folder = newSite(bits);
    const built = await runJson(['build', folder, '--out', join(root, `out-${bits}`), '--strict', '--no-cache']);
    const checked = await runJson(['validate', folder, '--no-cache']);
    const issues = checked.json['issues'] as Found[];
    assert.deepEqual(issues, built.json['issues']);
    assert.equal(checked.json['pages'], built.json['pages']);
    const errors = issues.filter(({ severity }) => severity === 'error').length;
    assert.equal(checked.json['error'], errors);
    assert.deepEqual([checked.code, built.code], errors > 0 ? [1, 1] : [0, 0]);

    const human = await runCommand(['validate', folder, '--no-cache']);
    assert.equal(human.code, checked.code);
    for (const { path, line, code } of issues) {
      const place = line === undefined ? path : `${path}:${line}`;
      assert.ok(
        human.stdout.split('\n').some((text) => text.startsWith(place) && text.endsWith(code)),
        `${place} ${code}`,
      );
    }
    assert.match(human.stdout, new RegExp(`${errors} errors?, `));
    // oxlint-disable-next-line no-control-regex -- characters that a terminal would obey
    assert.doesNotMatch(human.stdout, /[\u0000-\u0008\u001b\u202e]/);

    const sarif = await runCommand(['validate', folder, '--no-cache', '--format', 'sarif']);
    assert.equal(sarif.code, checked.code);
    assertSarif(JSON.parse(sarif.stdout) as SarifLog, issues);
  });
}

interface SarifLog {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: { readonly startLine: number; readonly startColumn?: number };
        };
      }[];
    }[];
  }[];
}

/** Checks that the log satisfies SARIF 2.1.0 (OASIS, sections 3.13, 3.14, 3.27 and 3.29) and contains every issue. */
function assertSarif({ version, runs }: SarifLog, issues: readonly Found[]): void {
  assert.equal(version, '2.1.0');
  assert.equal(runs.length, 1);
  const [run] = runs;
  assert.equal(run?.results.length, issues.length);
  const ids = run.tool.driver.rules.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const levels: Readonly<Record<string, string>> = { error: 'error', warning: 'warning', info: 'note' };
  for (const [index, result] of run.results.entries()) {
    const issue = issues[index];
    assert.equal(ids[result.ruleIndex], result.ruleId);
    assert.deepEqual([result.ruleId, result.level], [issue?.code, levels[issue?.severity ?? '']]);
    assert.ok(result.message.text.startsWith(issue?.message ?? '-'));
    const place = result.locations[0]?.physicalLocation;
    assert.equal(decodeURIComponent(place?.artifactLocation.uri ?? ''), issue?.path);
    assert.ok(URL.canParse(place?.artifactLocation.uri ?? '', 'file:///'), 'a relative URI');
    assert.equal(place?.region?.startLine, issue?.line);
    for (const number of Object.values(place?.region ?? {})) assert.ok(Number.isInteger(number) && number >= 1);
  }
}
