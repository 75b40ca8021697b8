/** Maps the language names that authors use to the names of our lexers or Shiki grammars. */

const aliasLists: Readonly<Record<string, string>> = {
  bash: 'sh shell zsh shellscript shell-script curl ksh fish-shell env-shell console-script',
  shellsession: 'console shell-session terminal-session',
  json: 'jsonl ndjson json5 jsonc json-with-comments webmanifest geojson jsonlines',
  typescript: 'ts mts cts typescript-node',
  javascript: 'js mjs cjs node nodejs node.js ecmascript',
  jsx: 'javascriptreact react',
  tsx: 'typescriptreact',
  python: 'py py3 python3 pycon python-repl gyp',
  yaml: 'yml eyaml docker-compose compose',
  html: 'htm xhtml',
  xml: 'svg rss xsd xsl xslt plist wsdl rdf pom csproj',
  css: 'postcss',
  scss: 'sass-scss',
  less: '',
  go: 'golang',
  rust: 'rs',
  java: '',
  kotlin: 'kt kts',
  swift: '',
  c: 'h',
  cpp: 'c++ cxx cc hpp hxx arduino ino',
  csharp: 'cs c# dotnet .net',
  'objective-c': 'objc obj-c objectivec',
  php: 'php3 php4 php5 php7 php8',
  ruby: 'rb irb gemfile',
  sql: 'mysql postgresql postgres psql pgsql sqlite mssql tsql bigquery snowflake redshift clickhouse',
  toml: '',
  ini: 'cfg conf desktop properties editorconfig gitconfig npmrc',
  dotenv: 'env .env',
  diff: 'patch udiff',
  markdown: 'md',
  mdx: '',
  http: 'https rest',
  graphql: 'gql graphqls',
  docker: 'dockerfile containerfile',
  powershell: 'ps ps1 pwsh psm1 posh',
  dart: '',
  scala: 'sbt',
  lua: '',
  r: 'rlang',
  hcl: 'packer',
  terraform: 'tf tfvars',
  proto: 'protobuf',
  make: 'makefile mk',
  bat: 'batch cmd dos',
  viml: 'vim vimscript',
  latex: 'tex',
  elixir: 'ex exs',
  erlang: 'erl',
  haskell: 'hs',
  clojure: 'clj cljs',
  kusto: 'kql',
  razor: 'cshtml',
  handlebars: 'hbs mustache',
  'ssh-config': 'ssh',
  plsql: 'oracle',
  'angular-html': 'angular',
  asm: 'assembly nasm',
  cmake: '',
  nginx: 'nginxconf',
  apache: 'apacheconf htaccess',
  fsharp: 'fs f#',
  vb: 'vbnet visualbasic',
  wasm: 'wat wast',
  julia: 'jl',
  nix: '',
  ocaml: 'ml',
  perl: 'pl pm',
  pug: 'jade',
  stylus: 'styl',
  'emacs-lisp': 'elisp',
  jinja: 'jinja2 j2 django',
  log: 'logs',
  csv: '',
};

/** Names for plain text: known, so that they cause no warning. */
const plainNames = new Set('text txt plaintext plain none raw output ansi nohighlight no-highlight'.split(' '));

const canonicalNames = new Map<string, string>();
for (const [name, aliases] of Object.entries(aliasLists)) {
  canonicalNames.set(name, name);
  for (const alias of aliases.split(' ')) if (alias !== '') canonicalNames.set(alias, name);
}

/** The canonical name of a language: trimmed, lower case, aliases resolved; unknown names are returned unchanged. */
export function canonicalLanguage(name: string): string {
  const lower = name.trim().toLowerCase();
  return canonicalNames.get(lower) ?? lower;
}

export function isPlainLanguage(canonical: string): boolean {
  return canonical === '' || plainNames.has(canonical);
}
