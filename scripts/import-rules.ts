/** A forbidden kind of import. Paths are regular expressions over paths from the root of the repository. */
export interface ImportRule {
  /** The message of a failed check. */
  readonly name: string;
  readonly from: { readonly path: string; readonly pathNot?: readonly string[] };
  /**
   * In `path` and `pathNot`, `$1` is the first group that `from.path` matched. An npm package is represented by its
   * name.
   */
  readonly to: {
    readonly path: string;
    readonly pathNot?: readonly string[];
    /** Whether type-only imports are allowed. */
    readonly isTypeOnly?: false;
    /** Whether imports by package name are allowed. */
    readonly isByName?: false;
  };
}

/**
 * The import rules of ARCHITECTURE.md. Cycles and imports of missing files need no rule.
 *
 * Tests also follow the rules, with one exception: a test of the SDK may import the contract's values.
 */
export const testFiles = '\\.test\\.ts$|/testing/|-fixture\\.ts$';

/** Programs that read files outside their package: the server's list of folders, and the demo of `docwright up`. */
export const foreignFilesAllowed: readonly string[] = [
  'packages/server/src/main/served-folders.ts',
  'packages/cli/src/commands/up/start-up.ts',
];

/**
 * Folders of the site builder, each of which may import the previous ones: base folders, which contain independent
 * files, and folders with an index.
 */
export const ground = ['markup', 'text', 'issues', 'source', 'settings'] as const;
export const wings = ['site', 'openapi', 'page', 'theme', 'outputs', 'build'] as const;

/** Folders of the site builder's theme, each of which may import the previous ones. */
export const themeFloors = ['look', 'files', 'frame', 'content', 'head', 'documents'] as const;

/**
 * Folders of the agent, each of which may import the previous ones. The agent's files outside folders import none of
 * them, except the index.
 */
export const agentFloors =
  'text images paths json frontmatter links search spelling overlay policy workspace code specs edit replacement sections navigation tools rules risks pull-request loop testing'.split(
    ' ',
  );

/**
 * Folders of the dashboard, each of which may import the previous ones: parts that many pages use, then pages, then the
 * frame around them.
 */
export const dashboardFloors =
  'ui api browser accounts editing notifications code-hosts project-data models settings exports access deployments domains agent-jobs editor automations suggestions analytics overview projects api-keys webhooks audit-log feedback assistant palette app'.split(
    ' ',
  );

/** Areas of the server's modules, each of which may import the previous ones. */
export const serverAreas = [
  'foundation',
  'identity',
  'sources',
  'project-config',
  'building',
  'agent',
  'publishing',
  'readers',
  'operations',
  'interfaces',
] as const;

export const importRules: readonly ImportRule[] = [
  ...allowPackages('contract', []),
  ...allowPackages('bundle', ['site-access']),
  ...allowPackages('entry-points', []),
  ...allowPackages('expressions', []),
  ...allowPackages('highlight', []),
  ...allowPackages('site-access', []),
  ...allowPackages('site-search', []),
  ...allowPackages('social-images', []),
  ...allowPackages('site-builder', [
    'bundle',
    'entry-points',
    'expressions',
    'highlight',
    'site-access',
    'site-search',
    'social-images',
  ]),
  ...allowPackages('site-import', ['bundle', 'site-builder']),
  ...allowPackages('doc-agent', []),
  ...allowPackages('sdk', ['contract']),
  ...allowPackages('site-server', ['bundle', 'site-access', 'site-search']),
  ...allowPackages('site-assistant', ['bundle', 'site-search', 'site-server']),
  ...allowPackages('host', ['bundle', 'entry-points', 'site-access', 'site-search', 'site-server', 'site-assistant']),
  ...allowPackages('server', [
    'contract',
    'bundle',
    'entry-points',
    'highlight',
    'site-access',
    'site-search',
    'site-server',
    'site-assistant',
    'site-builder',
    'doc-agent',
  ]),
  ...allowPackages('dashboard', ['doc-agent', 'highlight', 'sdk']),
  rule('dashboard-takes-edits-only', {
    from: { path: '^packages/dashboard/' },
    to: {
      path: '^packages/doc-agent/',
      pathNot: ['^packages/doc-agent/src/(?:frontmatter|json|navigation|text)/'],
    },
  }),
  rule('bundle-takes-rules-only', {
    from: { path: '^packages/bundle/' },
    to: { path: '^packages/site-access/', pathNot: ['^packages/site-access/src/rules\\.ts$'] },
  }),
  rule('sdk-takes-types-only', {
    from: { path: '^packages/sdk/', pathNot: [testFiles] },
    to: { path: '^packages/contract/', isTypeOnly: false },
  }),
  rule('package-by-its-name', {
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/', pathNot: ['^packages/$1/'], isByName: false },
  }),
  rule('packages-know-nothing-outside', {
    from: { path: '^packages/' },
    to: { path: '^(e2e|bench|scripts)/', pathNot: ['^scripts/(?:sample-rows|hang-limit)\\.ts$'] },
  }),
  rule('samples-are-for-tests', {
    from: { path: '^packages/', pathNot: ['\\.test\\.ts$', '/testing/'] },
    to: { path: '^scripts/' },
  }),
  ...floors('site-builder', [...ground, ...wings, 'main']),
  ...floors('site-builder', themeFloors, 'src/theme'),
  ...floors('doc-agent', agentFloors),
  ...floors('server', serverAreas, 'src/modules'),
  ...floors('dashboard', dashboardFloors),
  rule('doc-agent-ground', {
    from: { path: '^packages/doc-agent/src/[^/]+\\.ts$', pathNot: [testFiles, '/src/index\\.ts$'] },
    to: { path: '^packages/doc-agent/src/(?:[^/]+/|index\\.ts$)' },
  }),
  rule('doc-agent-index-is-for-others', {
    from: { path: '^packages/doc-agent/src/[^/]+/', pathNot: [testFiles] },
    to: { path: '^packages/doc-agent/src/index\\.ts$' },
  }),
  rule('wing-by-its-index', {
    from: { path: '^packages/site-builder/src/([^/]+)/', pathNot: [testFiles] },
    to: {
      path: `^packages/site-builder/src/(${wings.join('|')})/`,
      pathNot: ['^packages/site-builder/src/$1/', '^packages/site-builder/src/[^/]+/index\\.ts$'],
    },
  }),
  rule('platform-knows-no-module', {
    from: { path: '^packages/server/src/platform/' },
    to: { path: '^packages/server/src/(modules|main)/' },
  }),
  rule('modules-know-no-main', {
    from: { path: '^packages/server/src/modules/' },
    to: { path: '^packages/server/src/main/' },
  }),
  rule('module-by-its-index', {
    from: { path: '^packages/server/src/modules/([^/]+/[^/]+)/' },
    to: {
      path: '^packages/server/src/modules/[^/]+/[^/]+/',
      // `testing` is what a module offers to the tests of other modules.
      pathNot: [
        '^packages/server/src/modules/$1/',
        '^packages/server/src/modules/[^/]+/[^/]+/(?:index\\.ts$|testing/)',
      ],
    },
  }),
  rule('main-takes-modules-by-index', {
    from: { path: '^packages/server/src/main/' },
    to: { path: '^packages/server/src/modules/[^/]+/[^/]+/', pathNot: ['/modules/[^/]+/[^/]+/index\\.ts$'] },
  }),
  onlyIn('sql-in-store', ['kysely', 'pg'], ['.*/([a-z]+-)*store\\.ts$', 'platform/database/', 'platform/job-engine/']),
  onlyIn('routes-in-routes', ['fastify'], ['.*/([a-z]+-)*routes\\.ts$', 'platform/http/', 'main/']),
  onlyIn('queue-in-job-engine', ['pg-boss'], ['platform/job-engine/']),
];

function rule(name: string, edge: Pick<ImportRule, 'from' | 'to'>): ImportRule {
  return { name, ...edge };
}

/**
 * Creates the rule that a package may import only itself and the named packages. Only `cli` may import all packages.
 */
function allowPackages(name: string, allowed: readonly string[]): ImportRule[] {
  const own = [name, ...allowed].map((other) => `^packages/${other}/`);
  return [rule(`${name}-imports`, { from: { path: `^packages/${name}/` }, to: { path: '^packages/', pathNot: own } })];
}

/**
 * Creates rules by which a folder must not import folders that are listed after it, except in tests, which may test one
 * part through others.
 */
function floors(name: string, folders: readonly string[], base = 'src'): ImportRule[] {
  return folders.slice(0, -1).map((folder, index) =>
    rule(`${name}-floors`, {
      from: { path: `^packages/${name}/${base}/${folder}/`, pathNot: [testFiles] },
      to: { path: `^packages/${name}/${base}/(${folders.slice(index + 1).join('|')})/` },
    }),
  );
}

/**
 * Allows only the given parts of the server to import the given npm packages; `places` are relative to `src/`. The
 * packages' types are allowed elsewhere, because a function passes its transaction to several stores.
 */
function onlyIn(name: string, packages: readonly string[], places: readonly string[]): ImportRule {
  return rule(name, {
    from: {
      path: '^packages/server/src/',
      pathNot: [testFiles, ...places.map((place) => `^packages/server/src/${place}`)],
    },
    to: { path: `^(${packages.join('|')})$`, isTypeOnly: false },
  });
}
