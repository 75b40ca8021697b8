import { foldCase } from './compile-glob.ts';

/**
 * Files that no project can open to the agent: executable files, files that decide what runs or who reviews, and
 * instructions for other coding tools. Files that aren't documentation are rejected anyway (`check-write.ts`);
 * this list applies if a project's own globs, or a site's configuration, match more files than their author intended.
 */
interface Kind {
  readonly what: string;
  readonly names?: ReadonlySet<string>;
  /** Tests for a lowercase name of at most 120 characters. */
  readonly shapes?: readonly RegExp[];
  readonly folders?: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Workflows that run on a push, and deployment descriptions, under the names that services expect. */
const pipelines =
  /^(?:action|amplify|appveyor|apprunner|bitbucket-pipelines|bitrise|buildkite|circle|cirrus|codecov|codefresh|codemagic|codeship-services|codeship-steps|dependabot|drone|gitlab-ci|lefthook|lefthook-local|mergify|pipelines?|pre-commit-config|pre-commit-hooks|renovate|screwdriver|semaphore|shippable|travis|vela|wercker|woodpecker)\.(?:ya?ml|json5?|toml)$/;
const deployments =
  /^(?:app|captain-definition|chart|docker-bake|fly|helmfile|kustomization|netlify|nixpacks|now|project|pulumi|railway|render|samconfig|scalingo|skaffold|values|vercel|wrangler)\.(?:ya?ml|jsonc?|toml)$/;
/** Groups of related names: `buildspec-release.yml`, `docker-compose.override.yml`, `tsconfig.build.json`. */
const families =
  /^(?:azure-pipelines|buildspec|cloudbuild|compose|docker-compose|docker-stack|serverless|pulumi|values|taskfile|goreleaser|release-please|mkdocs|tsconfig|jsconfig|jest|vitest|playwright|webpack|rollup|babel|karma)(?:[-._][a-z0-9._-]*)?\.(?:ya?ml|json[c5]?|toml|[cm]?[jt]s)$/;

const kinds: readonly Kind[] = [
  {
    what: 'a package or lock file',
    names: words(`
      package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml pnpm-workspace.yaml yarn.lock bun.lock bun.lockb
      deno.json deno.jsonc deno.lock jsr.json bower.json composer.json composer.lock cargo.toml cargo.lock pyproject.toml
      poetry.lock pdm.lock uv.lock pipfile pipfile.lock gemfile gemfile.lock go.mod go.sum go.work pom.xml pubspec.yaml
      pubspec.lock environment.yml environment.yaml conda.yml conda.yaml meta.yaml packages.txt apt.txt aptfile runtime.txt
      brewfile podfile mix.exs paket.dependencies packages.config`),
    shapes: [
      /(?:^|[-._])(?:requirements|constraints)(?:[-._][a-z0-9._-]*)?\.(?:txt|in|ya?ml)$/,
      /\.(?:lock|gemspec|podspec|nuspec|cabal)$/,
    ],
  },
  {
    what: 'a pipeline that CI runs',
    names: words('jenkinsfile bors.toml project.clj'),
    shapes: [pipelines, /^jenkinsfile/],
  },
  {
    what: 'a build or tool configuration',
    names: words(`
      makefile gnumakefile cmakelists.txt meson.build meson_options.txt rakefile gruntfile.js gulpfile.js justfile build.xml
      tiltfile vagrantfile earthfile dangerfile fastfile appfile snakefile sconstruct wscript build workspace module.bazel
      turbo.json lerna.json nx.json rush.json angular.json nest-cli.json cypress.json tslint.json biome.json biome.jsonc
      pyrightconfig.json sonar-project.properties firebase.json cdk.json cdktf.json devcontainer.json mkdocs.yml mkdocs.yaml
      _config.yml _config.yaml _quarto.yml antora.yml book.toml hugo.toml hugo.yaml conf.py tox.ini setup.cfg pytest.ini
      cliff.toml cog.toml clippy.toml rust-toolchain.toml rustfmt.toml snapcraft.yaml electron-builder.yml mcp.json
      opencode.json database.json ormconfig.json nodemon.json lint-staged.json release.json bunfig.toml mise.toml`),
    shapes: [
      families,
      /\.(?:config|setup|workspace)\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml)$/,
      /\.(?:test|spec|stories|bench)\.[cm]?[jt]sx?$/,
      /^makefile\./,
    ],
  },
  {
    what: 'a deployment description',
    names: words(
      'procfile dockerfile containerfile template.yaml template.yml cloudformation.yaml cloudformation.yml nginx.conf',
    ),
    shapes: [
      deployments,
      /^(?:dockerfile|containerfile)[-._]/,
      /[-._](?:dockerfile|containerfile)$/,
      /\.(?:tf|tfvars|hcl|nomad|bicep)(?:\.json)?$/,
    ],
  },
  {
    what: 'a file that decides who reviews',
    names: words('codeowners owners owners_aliases maintainers pull_request_template.md'),
    folders: words('pull_request_template issue_template'),
  },
  {
    what: 'a file that instructs coding agents',
    names: words(`
      agents.md agents.override.md agent.md claude.md claude.local.md gemini.md skill.md skills.md copilot-instructions.md
      qwen.md warp.md crush.md crush.local.md iflow.md codebuddy.md opencode.md`),
    shapes: [/\.(?:instructions|prompt|chatmode|agent)\.md$/],
  },
  {
    what: 'a program',
    shapes: [
      /\.(?:sh|bash|zsh|fish|csh|ksh|ps1|psm1|bat|cmd|mjs|cjs|ts|mts|cts|py|pyc|rb|pl|php|lua|r|go|rs|java|kt|c|h|cc|cpp|cs|swift|gradle|groovy|mk|cmake|wasm|exe|dll|so|dylib|jar|class|app|msi|deb|rpm|service|desktop|plist|reg|vbs|scpt)$/,
    ],
  },
  { what: 'a file in a folder of programs', folders: words('scripts bin node_modules') },
];

const dataEnding = /\.(?:json[c5]?|ya?ml|toml|txt|xml|ini|conf|cfg)$/;
/** These folders can contain pages, because manuals have chapters with such names. */
const infrastructure = words(
  'k8s kubernetes helm charts manifests terraform ansible docker ci deploy deployment deployments infra',
);
/**
 * Only in the docs folder itself, where code hosts search for these files; elsewhere, chapters can have these names.
 */
const legal = words('security.md license license.md license.txt licence.md copying notice notice.txt');

/**
 * Only in the root of a repository, where tools read these files; elsewhere, chapters can have these names, and MDX
 * files are always pages.
 */
const rootInstructions = words(
  'replit.md conventions.md conventions.local.md prompt.md prompts.md knowledge.md memory.md',
);
/** Folders of a coding agent's plugin, next to the folder that describes it. */
const pluginFolders = words('commands agents skills hooks prompts output-styles');

/**
 * The folders that are plugins of coding agents: there, `commands/` and `agents/` contain agent instructions instead
 * of chapters. `''` is the docs folder itself.
 */
export function findPluginRoots(paths: readonly string[]): ReadonlySet<string> {
  const roots = new Set<string>();
  for (const path of paths) {
    const match =
      /^(?:(.+)\/)?(?:\.(?:claude|cursor|codex|agents|github)-plugin\/.+|gemini-extension\.json|qwen-extension\.json)$/i.exec(
        path,
      );
    if (match !== null) roots.add(foldCase((match[1] ?? '').normalize('NFKC')));
  }
  return roots;
}

/** The kind of file that a path names, if no project may let the agent write it. */
export function findForbiddenKind(path: string, pluginRoots: ReadonlySet<string> = new Set()): string | undefined {
  const segments = foldCase(path.normalize('NFKC')).split('/');
  const name = segments.at(-1) ?? '';
  if (segments.some((segment) => segment.startsWith('.'))) return 'a file or folder whose name begins with a dot';
  const kind = kinds.find(
    ({ names, shapes = [], folders }) =>
      names?.has(name) === true ||
      shapes.some((shape) => shape.test(name)) ||
      (folders !== undefined && segments.slice(0, -1).some((segment) => folders.has(segment))),
  );
  if (kind !== undefined) return kind.what;
  if (segments.length === 1 && legal.has(name)) return 'a legal text';
  const isInPlugin = segments.some(
    (segment, index) =>
      pluginFolders.has(segment) && index < segments.length - 1 && pluginRoots.has(segments.slice(0, index).join('/')),
  );
  if (isInPlugin || (segments.length === 1 && rootInstructions.has(name))) return 'a file that instructs coding agents';
  const isInfrastructure =
    dataEnding.test(name) && segments.slice(0, -1).some((segment) => infrastructure.has(segment));
  return isInfrastructure ? 'a deployment description' : undefined;
}
