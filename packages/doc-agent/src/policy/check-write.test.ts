import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compilePathRules } from './check-write.ts';
import { resolvePolicy, type PolicySettings } from './policy.ts';
import { findPluginRoots } from './never-written.ts';
import { findSiteFiles } from './site-files.ts';

const siteFiles = new Set(['docs.json', 'llms.txt', 'api/openapi.yaml', 'config/navigation.json']);
const rulesOf = (settings: PolicySettings = {}, files: ReadonlySet<string> = siteFiles) =>
  compilePathRules(resolvePolicy(settings), files);

const paths = (text: string): string[] => text.trim().split(/\s+/);

test('by default, the agent can write documentation', () => {
  const rules = rulesOf();
  for (const path of paths(`
    index.mdx guides/a.md snippets/note.mdx _snippets/a.mdx images/a.svg images/a.PNG fonts/a.woff2 media/a.mp4 docs.json llms.txt
    api/openapi.yaml config/navigation.json guides/security.md guides/license.mdx deploy/kubernetes/helm.mdx project.mdx
    guides/values.md api/action.mdx`))
    assert.equal(rules.findDenial(path, 'create'), undefined, path);
});

test('a file that is neither a page, nor shown on a page, nor named by the site is rejected with a remedy', () => {
  const rules = rulesOf();
  for (const path of paths(`
    data.json data/a.yaml a.toml notes.txt prices.csv style.css api/other.yaml nested/docs.json robots.txt page.html a.xml readme
    openapi.yaml a.pdf a.zip a.rst a.ipynb`))
    assert.match(
      rules.findDenial(path, 'create') ?? '',
      new RegExp(`^"${path.replaceAll('.', '\\.')}" is not documentation .*allowPaths name it`),
      path,
    );
  for (const path of paths('snippets/a.jsx components/a.tsx analytics.js'))
    assert.match(rules.findDenial(path, 'create') ?? '', /runs in readers' browsers; .*sets allowScripts/, path);
});

test('a project allows other kinds by extension, scripts by a separate switch, and restricts folders', () => {
  const named = rulesOf({ allowPaths: ['**', '*.css', 'data/*.{json,csv}', 'theme.toml'] });
  for (const path of paths('a.mdx style.css data/a.json data/b.csv theme.toml')) {
    assert.equal(named.findDenial(path, 'create'), undefined, path);
  }
  for (const path of paths('b.json data/a.yaml a/theme.toml a.jsx')) {
    assert.notEqual(named.findDenial(path, 'create'), undefined, path);
  }
  for (const glob of ['**', '**/*', '**/*.*', '*.[cj]ss', 'a.?s'])
    assert.notEqual(rulesOf({ allowPaths: [glob] }).findDenial('a.css', 'create'), undefined, glob);
  const scripts = rulesOf({ allowScripts: true });
  assert.equal(scripts.findDenial('snippets/a.jsx', 'create'), undefined);
  assert.equal(scripts.findDenial('analytics.js', 'create'), undefined);
  const byGlobAlone = rulesOf({ allowPaths: ['**/*.jsx'] });
  assert.match(byGlobAlone.findDenial('a.jsx', 'create') ?? '', /allowScripts/);
  const narrow = rulesOf({ allowPaths: ['guides/**'], denyPaths: ['guides/legal/**'] });
  assert.equal(narrow.findDenial('guides/a.mdx', 'create'), undefined);
  assert.match(
    narrow.findDenial('other/a.mdx', 'content') ?? '',
    /matches none of the paths.*allowPaths\): guides\/\*\*/,
  );
  assert.match(narrow.findDenial('guides/legal/a.mdx', 'content') ?? '', /may not change \(denyPaths\)/);
});

test('a protected file can be edited but not removed', () => {
  const rules = rulesOf({ protectedPaths: ['guides/terms.mdx'] });
  for (const path of ['guides/terms.mdx', 'docs.json']) {
    assert.equal(rules.findDenial(path, 'content'), undefined);
    assert.match(rules.findDenial(path, 'remove') ?? '', /protected/);
  }
});

/** File names that affect services, builds, reviewers and other agents. */
const forbidden = `
  .github/workflows/x.yml .gitlab-ci.yml .circleci/config.yml .travis.yml .drone.yml .vscode/tasks.json .cursor/rules/a.mdx
  .cursorrules .env .npmrc .mintignore a/.hidden/b.mdx package.json a/package.json Package.JSON package-lock.json
  pnpm-lock.yaml pnpm-workspace.yaml yarn.lock bun.lockb deno.json jsr.json composer.json Cargo.toml Cargo.lock
  pyproject.toml poetry.lock Pipfile go.mod Gemfile pom.xml pubspec.yaml environment.yml requirements.txt
  requirements-dev.txt dev-requirements.txt constraints.txt packages.txt apt.txt runtime.txt buildspec.yml
  buildspec-release.yaml action.yml action.yaml circle.yml bitrise.yml wercker.yml appveyor.yml azure-pipelines.yml
  azure-pipelines.release.yml bitbucket-pipelines.yml cloudbuild.yaml codecov.yml codefresh.yml codeship-steps.yml
  semaphore.yml shippable.yml screwdriver.yaml woodpecker.yml pipeline.yml dependabot.yml renovate.json mergify.yml
  pre-commit-config.yaml lefthook.yml Taskfile.yml Taskfile.dist.yaml Jenkinsfile Jenkinsfile.release Makefile
  CMakeLists.txt meson_options.txt Rakefile gulpfile.js Gruntfile.js Justfile Tiltfile Vagrantfile serverless.yml
  serverless.prod.yml app.yaml app.json render.yaml fly.toml netlify.toml vercel.json now.json wrangler.jsonc amplify.yml
  apprunner.yaml skaffold.yaml Chart.yaml values.yaml values-prod.yaml helmfile.yaml kustomization.yaml k8s/web.yaml
  deploy/kubernetes/web.yml charts/a/templates/web.yaml docker-compose.yml docker-compose.override.yml compose.yaml
  Dockerfile Dockerfile.dev Procfile Pulumi.yaml Pulumi.prod.yaml samconfig.toml template.yaml main.tf main.tf.json
  jest.config.json babel.config.json vite.config.js jest.setup.js a.test.js project.json nx.json turbo.json lerna.json
  rush.json angular.json tsconfig.json tsconfig.build.json jsconfig.json biome.json firebase.json cdk.json mkdocs.yml
  _config.yml antora.yml book.toml conf.py tox.ini goreleaser.yaml release-please-config.json snapcraft.yaml
  devcontainer.json mcp.json opencode.json CODEOWNERS docs/CODEOWNERS OWNERS PULL_REQUEST_TEMPLATE.md
  ISSUE_TEMPLATE/bug.md AGENTS.md a/AGENTS.md agents.md AGENTS.override.md CLAUDE.md claude.local.md GEMINI.md SKILL.md
  copilot-instructions.md react.instructions.md fix.prompt.md plan.chatmode.md scripts/x.mdx bin/x.md node_modules/a/a.md a.sh
  a.py a.ps1 a.mjs a.ts a.php a.exe SECURITY.md LICENSE.md WARP.md a/WARP.md QWEN.md a/qwen.md CRUSH.md IFLOW.md
  replit.md CONVENTIONS.md prompt.md knowledge.md`;

test('even with the widest settings, the agent can’t write executable files, files that control runs and reviews, or instructions for agents', () => {
  const names = paths(forbidden);
  const everything = {
    allowPaths: ['**', '**/*.{json,jsonc,yaml,yml,toml,txt,js,xml,ini,lock,md,sh,py,ts,tf}', ...names],
  };
  const rules = rulesOf({ ...everything, allowScripts: true }, new Set(names));
  assert.ok(names.length > 150);
  for (const path of names) {
    for (const intent of ['create', 'content', 'structure', 'remove'] as const)
      assert.match(
        rules.findDenial(path, intent) ?? '',
        /which the agent may not change in any project; change it yourself$/,
        path,
      );
  }
  assert.match(rules.findDenial('buildspec.yml', 'create') ?? '', /^"buildspec\.yml" is a pipeline|configuration/);
});

test('chapters named “commands”, “agents” or “prompt” are pages, except in a coding agent’s plugin', () => {
  const chapters = paths(`
    commands/login.mdx commands/login.md agents/overview.md agents/index.mdx cli/commands/run.md skills/go.mdx hooks/react.md
    guides/conventions.md guides/prompt.md prompt.mdx conventions.mdx models/replit.md knowledge/a.md`);
  const rules = rulesOf();
  for (const path of chapters) assert.equal(rules.findDenial(path, 'create'), undefined, path);
  const roots = findPluginRoots([
    '.claude-plugin/plugin.json',
    'tools/x/.cursor-plugin/plugin.json',
    'ext/gemini-extension.json',
  ]);
  const inPlugin = compilePathRules(resolvePolicy(), siteFiles, roots);
  for (const path of paths('commands/login.md Agents/overview.md tools/x/skills/a.md ext/commands/a.mdx'))
    assert.match(inPlugin.findDenial(path, 'create') ?? '', /instructs coding agents/, path);
  for (const path of paths('cli/commands/run.md tools/commands/a.md guides/agents/a.mdx'))
    assert.equal(inPlugin.findDenial(path, 'create'), undefined, path);
});

test('a name that a file system treats as equal to a forbidden name is forbidden', () => {
  const rules = rulesOf({ allowPaths: ['**/*.json'] });
  for (const path of ['PACKAGE.JSON', 'pac\u212aage.json', 'package.j\u017fon', 'ｐackage.json'])
    assert.notEqual(rules.findDenial(path, 'content'), undefined, path);
});

test('the site’s files are its configuration, the targets of its $refs, and its API descriptions', async () => {
  const texts: Record<string, string> = {
    'docs.json': `{ // comments are read over
      "navigation": { "$ref": "./config/navigation.json" },
      "api": { "openapi": ["/api/a.yaml", "https://x.example/b.yaml", "../../etc/c.yaml"], "asyncapi": "events.yml" },
      "tabs": [{ "openapi": { "source": "api/d.json", "directory": "reference" } }, { "openapi": "GET /x" }],
      "other": "buildspec.yml"
    }`,
    'config/navigation.json': '{ "groups": [{ "openapi": "api/e.json" }], "again": { "$ref": "../docs.json" } }',
    'mint.json': 'not JSON',
  };
  assert.deepEqual([...(await findSiteFiles(async (path) => texts[path]))].toSorted(), [
    'api/a.yaml',
    'api/d.json',
    'api/e.json',
    'config/navigation.json',
    'docs.json',
    'events.yml',
    'llms-full.txt',
    'llms.txt',
    'mint.json',
  ]);
});

test('checking a path against the largest policies that can be saved takes less than 1 s', () => {
  const path = `${'a'.repeat(112)}.mdx`;
  const worst: readonly (readonly string[])[] = [
    Array.from('bcdefg', (end) => `*a*a*a*a*a*${end}`),
    Array.from({ length: 100 }, (_, index) => `${'*a'.repeat(98)}b${index % 10}`),
    Array.from({ length: 100 }, () => `${'{a,'.repeat(30)}**/*a*${'}'.repeat(30)}`),
    Array.from({ length: 100 }, () => '**/'.repeat(66)),
  ];
  for (const globs of worst) {
    const startedAt = process.cpuUsage();
    const rules = rulesOf({ allowPaths: globs, denyPaths: globs });
    rules.findDenial(path, 'create');
    const { user, system } = process.cpuUsage(startedAt);
    assert.ok(user + system < 1_000_000, `${globs[0] ?? ''} × ${globs.length}: ${(user + system) / 1000} ms`);
  }
});

test('a request about one file can’t change other files, and the project’s paths still apply', () => {
  const only = rulesOf({ onlyPath: 'a.mdx' });
  assert.equal(only.findDenial('a.mdx', 'content'), undefined);
  for (const intent of ['create', 'content', 'structure', 'remove'] as const)
    for (const path of ['b.mdx', 'docs.json', 'A.mdx'])
      assert.match(only.findDenial(path, intent) ?? '', /the request is only about "a\.mdx"/, `${intent} ${path}`);
  assert.match(rulesOf({ onlyPath: 'a.mdx', denyPaths: ['*'] }).findDenial('a.mdx', 'content') ?? '', /denyPaths/);
  assert.match(rulesOf({ onlyPath: 'x.py' }).findDenial('x.py', 'content') ?? '', /not documentation|may not change/);
});
