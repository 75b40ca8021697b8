import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDocsSite } from './write-docs-site.ts';
import { writeHugoSite } from './write-hugo-site.ts';
import { writeDocusaurusSite, writeEleventySite, writeStarlightSite, writeVitePressSite } from './write-peer-sites.ts';

/** A site builder to measure. */
export interface Peer {
  readonly name: string;
  /** Packages from npm with exact versions; empty if the peer is already on the machine. */
  readonly packages: Readonly<Record<string, string>>;
  /** Versions that replace version ranges without a published version. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** The maximum number of measured builds, because slow builds take minutes. */
  readonly maxRuns: number;
  readonly write: (folder: string, count: number) => void;
  /** One shell command, run in the site's folder with `node_modules/.bin` on the PATH. `$OUT` is an empty folder. */
  readonly command: string;
}

const cli = fileURLToPath(new URL('../../packages/cli/bin/docwright.mjs', import.meta.url));

export const ours: Peer = {
  name: 'docwright',
  packages: {},
  maxRuns: 9,
  write: writeDocsSite,
  command: `"${process.execPath}" "${cli}" build . --no-cache --out "$OUT"`,
};

export const peers: readonly Peer[] = [
  {
    name: 'eleventy',
    packages: {
      '@11ty/eleventy': '3.1.2',
      '@11ty/eleventy-plugin-syntaxhighlight': '5.0.2',
      pagefind: '1.6.0',
    },
    maxRuns: 2,
    write: writeEleventySite,
    command: 'eleventy --output="$OUT" && pagefind --site "$OUT"',
  },
  {
    name: 'starlight',
    packages: { astro: '7.3.5', '@astrojs/starlight': '0.42.4', sharp: '0.35.5' },
    maxRuns: 1,
    write: writeStarlightSite,
    command: 'ASTRO_TELEMETRY_DISABLED=1 astro build --outDir "$OUT"',
  },
  {
    name: 'vitepress',
    packages: { vitepress: '1.6.4' },
    maxRuns: 1,
    write: writeVitePressSite,
    command: 'NODE_OPTIONS=--max-old-space-size=8192 vitepress build --outDir "$OUT"',
  },
  {
    name: 'docusaurus',
    packages: {
      '@docusaurus/core': '3.9.2',
      '@docusaurus/preset-classic': '3.9.2',
      '@docusaurus/faster': '3.9.2',
      '@easyops-cn/docusaurus-search-local': '0.52.2',
      '@mdx-js/react': '3.1.1',
      react: '19.2.0',
      'react-dom': '19.2.0',
    },
    maxRuns: 1,
    write: writeDocusaurusSite,
    command: 'NODE_OPTIONS=--max-old-space-size=8192 docusaurus build --out-dir "$OUT"',
  },
];

/**
 * Finds Hugo on this machine, by the path or name of its program; `undefined` if missing. Some releases take up to
 * twice as long as others.
 */
export function findHugo(program: string): Peer | undefined {
  const { status, stdout } = spawnSync(program, ['version'], { encoding: 'utf8' });
  const version = /v(\d[\d.]*)/.exec(stdout ?? '')?.[1];
  if (status !== 0 || version === undefined) return undefined;
  const command = `"${program}" --quiet --destination "$OUT"`;
  return { name: `hugo ${version}`, packages: {}, maxRuns: 9, write: writeHugoSite, command };
}

/**
 * Installs a peer from npm into its own folder, once. Returns `undefined`, and prints the reason, if it can't be
 * installed.
 */
export function installPeer({ name, packages, overrides }: Peer, cache: string): string | undefined {
  if (Object.keys(packages).length === 0) return '';
  const folder = join(cache, name);
  const marker = join(folder, 'node_modules', '.installed');
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: packages, overrides }, undefined, 2);
  if (existsSync(marker)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), wanted);
  console.log(`installing ${name} …`);
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) {
    console.log(`${name} can't be installed: ${stderr.slice(0, 500)}`);
    return undefined;
  }
  writeFileSync(marker, '');
  return folder;
}
