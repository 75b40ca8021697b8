/** A kind of import that must not be. Paths are regular expressions over paths from the root of the repository. */
export interface ImportRule {
  /** What a failed check prints. */
  readonly name: string;
  readonly from: { readonly path: string; readonly pathNot?: readonly string[] };
  /** In `path` and `pathNot`, `$1` is the first group that `from.path` matched. An npm package is its name. */
  readonly to: {
    readonly path: string;
    readonly pathNot?: readonly string[];
    /** Given where type-only imports are allowed. */
    readonly isTypeOnly?: false;
    /** Given where imports by the name of a package are allowed. */
    readonly isByName?: false;
  };
}

/**
 * The import rule of ARCHITECTURE.md. Cycles and imports of files that are not there are found without a rule.
 *
 * Tests keep to the rule too, with one exception: a test of the SDK may look at the contract's values.
 */
const testFiles = '\\.test\\.ts$|/testing/|-fixture\\.ts$';

/** Folders of the site builder, each over those before it: the ground, whose files stand alone, and wings with an index. */
export const ground = ['markup', 'text', 'issues', 'source', 'settings'] as const;
export const wings = ['site', 'openapi', 'page', 'theme', 'outputs', 'build'] as const;

/** Folders of the agent, each over those before it. Its files that stand in no folder know none, but for the index. */
export const agentFloors =
  'text paths json frontmatter links search spelling overlay policy workspace edit replacement sections navigation tools rules risks pull-request loop test-support'.split(
    ' ',
  );

export const importRules: readonly ImportRule[] = [
  ...allowPackages('contract', []),
  ...allowPackages('bundle', []),
  ...allowPackages('entry-points', []),
  ...allowPackages('expressions', []),
  ...allowPackages('highlight', []),
  ...allowPackages('site-search', []),
  ...allowPackages('social-images', []),
  ...allowPackages('site-builder', ['entry-points', 'expressions', 'highlight', 'site-search', 'social-images']),
  ...allowPackages('site-import', ['bundle', 'site-builder']),
  ...allowPackages('doc-agent', []),
  ...allowPackages('sdk', ['contract']),
  ...allowPackages('site-server', ['bundle', 'site-search']),
  ...allowPackages('site-assistant', ['bundle', 'site-search', 'site-server']),
  ...allowPackages('host', ['bundle', 'entry-points', 'site-search', 'site-server', 'site-assistant']),
  ...allowPackages('server', [
    'contract',
    'bundle',
    'entry-points',
    'site-search',
    'site-server',
    'site-assistant',
    'site-builder',
    'doc-agent',
  ]),
  ...allowPackages('dashboard', ['highlight', 'sdk']),
  rule('sdk-takes-types-only', {
    from: { path: '^packages/sdk/', pathNot: [testFiles] },
    to: { path: '^packages/contract/', isTypeOnly: false },
  }),
  rule('package-by-its-name', {
    from: { path: '^packages/([^/]+)/' },
    to: { path: '^packages/', pathNot: ['^packages/$1/'], isByName: false },
  }),
  ...floors('site-builder', [...ground, ...wings, 'main']),
  ...floors('doc-agent', agentFloors),
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
    from: { path: '^packages/server/src/modules/([^/]+)/' },
    to: {
      path: '^packages/server/src/modules/[^/]+/',
      // `testing` is what a module lends to the tests of others.
      pathNot: ['^packages/server/src/modules/$1/', '^packages/server/src/modules/[^/]+/(?:index\\.ts$|testing/)'],
    },
  }),
  rule('main-takes-modules-by-index', {
    from: { path: '^packages/server/src/main/' },
    to: { path: '^packages/server/src/modules/[^/]+/', pathNot: ['/modules/[^/]+/index\\.ts$'] },
  }),
  onlyIn('sql-in-store', ['kysely', 'pg'], ['.*/([a-z]+-)*store\\.ts$', 'platform/database/', 'platform/job-engine/']),
  onlyIn('routes-in-routes', ['fastify'], ['.*/([a-z]+-)*routes\\.ts$', 'platform/http/', 'main/']),
  onlyIn('queue-in-job-engine', ['pg-boss'], ['platform/job-engine/']),
];

function rule(name: string, edge: Pick<ImportRule, 'from' | 'to'>): ImportRule {
  return { name, ...edge };
}

/** A package of ours may import itself and those that are named; `cli` is on top and may import all. */
function allowPackages(name: string, allowed: readonly string[]): ImportRule[] {
  const own = [name, ...allowed].map((other) => `^packages/${other}/`);
  return [rule(`${name}-imports`, { from: { path: `^packages/${name}/` }, to: { path: '^packages/', pathNot: own } })];
}

/** A folder knows none of those that come after it. Tests may: they prove a part by the whole. */
function floors(name: string, folders: readonly string[]): ImportRule[] {
  return folders.slice(0, -1).map((folder, index) =>
    rule(`${name}-floors`, {
      from: { path: `^packages/${name}/src/${folder}/`, pathNot: [testFiles] },
      to: { path: `^packages/${name}/src/(${folders.slice(index + 1).join('|')})/` },
    }),
  );
}

/**
 * npm packages that only these places of the server may import; `places` are read from `src/` on. Their types may stand
 * elsewhere: a verb passes its transaction on to several stores.
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
