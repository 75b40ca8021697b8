import { isBuiltin } from 'node:module';
import { trimEndOf } from '../text/trim-end.ts';
import type { Finding } from './finding.ts';
import type { TextLine } from './read-lines.ts';
import { decodeEscapes } from './decode-text.ts';

interface Installer {
  /** Matches a command up to its first argument. */
  readonly command: RegExp;
  /** Number of arguments that are packages; all by default. */
  readonly most?: number;
  /** Options that take the next argument as their value. */
  readonly valued?: RegExp;
  /** An option that takes the next argument as its value, unless the next argument is one of these. */
  readonly switches?: RegExp;
}

const start = String.raw`(?:^|[\s;&|(\`"'$>])`;
const installer = (words: string, more: Omit<Installer, 'command'> = {}): Installer => ({
  command: new RegExp(`${start}(?:${words})(?=\\s)`, 'gi'),
  ...more,
});

const npmValued = /^(?:--(?:registry|prefix|cwd|filter|workspace|tag)|-w|-C)$/;
const pipValued =
  /^(?:-r|-c|-i|-t|-f|--(?:requirement|constraint|index-url|extra-index-url|index|default-index|target|find-links|trusted-host|python|prefix|root|proxy|cert|project|directory))$/;
/** Each installer is matched only with certain subcommands, so that `npm run build` doesn't name a package. */
const installers: readonly Installer[] = [
  installer(
    String.raw`(?:npm|pnpm|yarn|bun|vlt|ni|nci)\s+(?:global\s+|-g\s+)?(?:install|i|add|in|ins|isntall|update|upgrade|link)`,
    { valued: npmValued },
  ),
  installer(String.raw`npx|bunx|pnpx|(?:npm|pnpm|yarn)\s+(?:dlx|exec|create|init)|bun\s+(?:x|create)`, {
    most: 1,
    valued: npmValued,
  }),
  installer(
    String.raw`(?:python[\d.]*\s+-m\s+)?(?:uv\s+)?pip[\d.]*\s+(?:install|download)|uv\s+(?:add|tool\s+install)|pipx\s+(?:install|inject)|poetry\s+add|pdm\s+add|rye\s+add|pipenv\s+install|easy_install|hatch\s+add`,
    { valued: pipValued },
  ),
  installer(String.raw`uvx|uv\s+tool\s+run|pipx\s+run`, {
    most: 1,
    valued: /^(?:--from|--with|--python|-p|--index-url)$/,
  }),
  installer(String.raw`conda\s+install|mamba\s+install|micromamba\s+install`, {
    valued: /^(?:-c|-n|-p|--channel|--name)$/,
  }),
  installer(String.raw`go\s+(?:get|install|run)`, { valued: /^(?:-ldflags|-tags|-o)$/ }),
  installer(String.raw`cargo\s+(?:add|install|binstall)`, {
    valued: /^--(?:features|git|branch|tag|rev|path|version|vers|registry|root|rename)$/,
  }),
  installer(String.raw`gem\s+install|bundle\s+add|gem\s+fetch`, { valued: /^(?:-v|--version|--source|-s)$/ }),
  installer(String.raw`brew\s+(?:install|tap|reinstall|upgrade)|port\s+install`),
  installer(String.raw`composer\s+(?:require|global\s+require|create-project)`),
  installer(
    String.raw`dotnet\s+(?:add\s+(?:\S+\s+)?package|tool\s+install|new\s+install)|(?:nuget|paket)\s+(?:install|add)|install-(?:package|module|script)(?:\s+-name)?`,
    { valued: /^(?:--version|-version|--source|-source|-v|-requiredversion|-repository|-scope)$/ },
  ),
  installer(
    String.raw`(?:apt|apt-get|aptitude|yum|dnf|microdnf|zypper|apk|pkg|emerge|xbps-install|eopkg|tdnf)\s+(?:-\S+\s+)*(?:install|add|localinstall|in)|pacman\s+-S\w*|yay\s+-S\w*|paru\s+-S\w*|nix-env\s+-i\w*|nix\s+(?:run|shell|profile\s+install)`,
    { valued: /^(?:-t|--target-release)$/ },
  ),
  installer(String.raw`(?:choco|scoop|winget|snap|flatpak)\s+install`, {
    valued: /^(?:--version|--source|-s|--id|-e|--channel)$/,
  }),
  installer(String.raw`deno\s+(?:add|install|run)|jsr\s+add`),
  installer(
    String.raw`mix\s+archive\.install\s+hex|luarocks\s+install|cpanm?|opam\s+install|cabal\s+install|stack\s+install|dart\s+pub\s+add|flutter\s+pub\s+add|pod\s+install|swift\s+package\s+add|vcpkg\s+install|conan\s+install|krew\s+install|kubectl\s+krew\s+install|gh\s+extension\s+install|asdf\s+plugin\s+add|mise\s+use|volta\s+install|tfenv\s+install|ansible-galaxy\s+(?:install|collection\s+install)|code\s+--install-extension|cursor\s+--install-extension|vagrant\s+box\s+add|ollama\s+(?:run|pull)`,
    { most: 3 },
  ),
  installer(
    String.raw`(?:docker|podman|nerdctl)\s+(?:container\s+)?(?:run|pull|create)|(?:docker|podman)\s+image\s+pull`,
    {
      most: 1,
      switches:
        /^(?:-[itdPqa]+|--(?:rm|privileged|init|detach|interactive|tty|quiet|all-tags|read-only|no-healthcheck|publish-all))$/,
    },
  ),
  installer(String.raw`helm\s+(?:repo\s+add|install|upgrade|pull|template)`, {
    most: 2,
    valued: /^(?:-n|-f|--(?:namespace|values|set|version|repo|create-namespace))$/,
  }),
];

/** Any of the words above, which most lines don't contain. */
const trigger =
  /\b(?:npm|npx|pnpm|pnpx|yarn|bunx?|vlt|ni|nci|pip[\d.]*|pipx|pipenv|easy_install|hatch|uvx?|poetry|pdm|rye|conda|mamba|micromamba|go|cargo|gem|bundle|brew|port|composer|dotnet|nuget|paket|install-\w+|apt|apt-get|aptitude|yum|dnf|microdnf|tdnf|zypper|apk|pkg|emerge|xbps-install|eopkg|pacman|yay|paru|nix|nix-env|choco|scoop|winget|snap|flatpak|deno|jsr|mix|luarocks|cpanm?|opam|cabal|stack|dart|flutter|pod|swift|vcpkg|conan|krew|kubectl|gh|asdf|mise|volta|tfenv|ansible-galaxy|code|cursor|vagrant|ollama|docker|podman|nerdctl|helm)\b/i;

export function findPackages(line: TextLine): Finding[] {
  const text = decodeEscapes(line.text);
  const names: string[] = [];
  if (trigger.test(text))
    for (const each of installers)
      for (const match of text.matchAll(each.command))
        names.push(...readArguments(text.slice(match.index + match[0].length), each));
  names.push(...readReferences(text, line.fence));
  const imported = readPythonImports(text, line.fence).map((name): Finding => ({
    kind: 'package',
    value: name,
    line: line.number,
    askedBy: [name],
    isMinor: true,
  }));
  return [
    ...names.flatMap((written): Finding[] => {
      const name = toPackageName(written);
      return name === undefined
        ? []
        : [
            {
              kind: 'package',
              value: name,
              line: line.number,
              askedBy: [name],
            },
          ];
    }),
    ...imported,
  ];
}

function readArguments(rest: string, { most = 50, valued, switches }: Installer): string[] {
  const command = /^[^;&|#<>()]{0,300}/.exec(rest)?.[0] ?? '';
  const names: string[] = [];
  let isValue = false;
  let isNamed = false;
  for (const written of command.split(/\s+/)) {
    const word = trimEndOf(written.replace(/^["'`]+/, ''), `"'\`,`);
    if (word === '' || word === '\\') continue;
    if (isValue) {
      isValue = false;
      if (isNamed) names.push(word);
      isNamed = false;
      continue;
    }
    if (word.startsWith('-')) {
      isNamed = /^(?:--package|--from|--with|--id)$/.test(word);
      isValue =
        isNamed ||
        valued?.test(word) === true ||
        (switches !== undefined && !switches.test(word) && !word.includes('='));
      const inline = /^--(?:package|from|with|id)=(.+)$/.exec(word)?.[1];
      if (inline !== undefined) names.push(inline);
      continue;
    }
    names.push(word);
    // A sentence continues after the closing quote of the command that it quotes.
    if (names.length >= most || /["'`][.,;:)]*$/.test(written)) break;
  }
  return names;
}

/** Importing a file from a package counts as naming the package. */
const imports: readonly RegExp[] = [
  /\b(?:from|import)\s{0,5}["']([^"'\s]{1,214})["']/g,
  /\b(?:require|import|require_once|resolve)\s{0,3}\(\s{0,5}["']([^"'\s]{1,214})["']/g,
];
const references: readonly RegExp[] = [
  /^\s*from\s+(?:--platform=\S+\s+)?([a-z0-9][\w./:@-]{1,200})(?:\s+as\s+\w+)?\s*$/gi,
  /^\s*(?:-\s*)?["']?(?:image|baseImage)["']?\s*:\s*["']?([a-z0-9][\w./-]{1,150}(?::[\w.-]{1,100})?)["']?\s*(?:,\s*)?$/gi,
  /^\s*(?:-\s*)?uses\s*:\s*["']?([\w.-]{1,100}\/[\w./-]{1,150})@/g,
  /<artifactId>\s*([\w.-]{1,150})\s*<\/artifactId>/g,
  /\b(?:implementation|api|compile|compileOnly|runtimeOnly|testImplementation|classpath|kapt|ksp)\s*(?:\(\s*)?["']([\w.-]{1,100}:[\w.-]{1,100})(?::[^"']{0,50})?["']/g,
  /<PackageReference\s{1,5}Include="([\w.-]{1,150})"/g,
  /\bgem\s{1,5}["']([\w.-]{1,100})["']/g,
  /["'](@?[a-z0-9][\w./-]{0,213})["']\s{0,5}:\s{0,5}["'](?:[\^~]|>=?|npm:|workspace:)?\d+\.[\dx]+[^"']{0,30}["']/g,
  /["']-y["']\s{0,3},\s{0,3}["']([^"'\s]{1,214})["']/g,
  /["'](?:npx|uvx|bunx)["']\s{0,3},\s{0,3}(?:["']-[\w-]{1,20}["']\s{0,3},\s{0,3}){0,3}["'](@?[a-z0-9][^"'\s]{0,213})["'](?!\s{0,3}:)/g,
  /["']?args["']?\s{0,3}[:=]\s{0,3}\[\s{0,3}["'](@?[a-z0-9][\w./-]{0,150}(?:@[\w.^~-]{1,30})?)["']/g,
  /\b(?:install\.packages|Pkg\.add|library)\s{0,3}\(\s{0,3}["']([\w.-]{1,100})["']/g,
];
/** `requests==2.1`, `serde = "1.0"`, in dependency files. */
const requirement = /^\s*([a-z][\w.-]{1,100})(?:\[[\w,-]{1,60}\])?\s*[=~>]=\s*\d/i;
const tomlVersion = /^\s*"?([a-z][\w-]{1,100})"?\s*=\s*(?:"[\^~=]?\d+(?:\.\d+){0,2}"|\{\s*(?:version|git)\s*=)/i;

/** Most lines contain none of these. */
const referenceTrigger =
  /\b(?:from|import|require\w*|resolve|image|baseimage|uses|artifactId|implementation|api|compile\w*|runtimeOnly|testImplementation|classpath|kapt|ksp|PackageReference|gem|args|npx|uvx|bunx|install\.packages|Pkg\.add|library)\b|["']-y["']|["']\s{0,5}:\s{0,5}["'](?:[\^~\d]|>|npm:|workspace:)|[=~>]=\s*\d/i;

function readReferences(text: string, fence: string | undefined): string[] {
  if (!referenceTrigger.test(text) && fence !== 'toml') return [];
  const list = (patterns: readonly RegExp[]): string[] =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  const names = [
    ...list(references),
    ...list(imports).map((name) => (name.startsWith('@') ? name : cutAt(name, name.search(/(?<=\w)\//)))),
  ];
  const required =
    fence === undefined
      ? undefined
      : (requirement.exec(text) ?? (fence === 'toml' ? tomlVersion.exec(text) : null))?.[1];
  return required === undefined ? names : [...names, required];
}

function readPythonImports(text: string, fence: string | undefined): string[] {
  if (fence === undefined || !/^(?:py|python[\d.]*)$/.test(fence)) return [];
  const name = /^\s*(?:from|import)\s+([a-z_]\w{0,80})/i.exec(text)?.[1]?.toLowerCase();
  return name === undefined ? [] : [name.replaceAll('_', '-')];
}

const cutAt = (text: string, at: number): string => (at === -1 ? text : text.slice(0, at));

/** Removes the tag of an image. Maven's `group:artifact` is unchanged, because its group contains dots. */
function withoutTag(name: string): string {
  const at = name.lastIndexOf(':');
  if (at === -1 || !/^[\w.-]+$/.test(name.slice(at + 1))) return name;
  const before = name.slice(0, at);
  const isImage = /^[\w-]+(?:\/|$)/.test(before) || before.lastIndexOf('/') > before.lastIndexOf(':');
  return isImage ? before : name;
}

/** A package's name as registries compare it, without version and tag; `undefined` for files, variables and URLs. */
function toPackageName(written: string): string | undefined {
  const word = written.toLowerCase().replace(/^npm:|^jsr:|^workspace:/, '');
  if (/^(?:[./~#]|@\/|[a-z]:[\\/]|node:[a-z])|[$<>{}*%()\\]|:\/\/|^git\+|…|\.{3}/.test(word)) return undefined;
  const versioned = cutAt(word, word.indexOf('@', 1));
  const name = trimEndOf(withoutTag(cutAt(versioned, versioned.search(/[=<>~![;]/))), `.,:'"\``);
  if (!/^@?[a-z0-9][\w.+/:-]{0,213}$/.test(name) || isBuiltin(name) || /^\d+(?:\.\d+)*$/.test(name)) return undefined;
  if (/\.(?:txt|toml|ya?ml|json|js|ts|py|go|whl|tgz|gz|zip|deb|rpm|mdx?|css|scss|svg|png)$/.test(name))
    return undefined;
  const segments = name.split('/');
  // A file of a package counts as the package.
  const isScoped = name.startsWith('@');
  return isScoped ? segments.slice(0, 2).join('/') : name;
}
