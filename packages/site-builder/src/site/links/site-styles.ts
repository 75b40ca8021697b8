import { posix } from 'node:path';
import type { ReportIssue } from '../../issues/issue.ts';
import type { SiteSource } from '../../source/site-source.ts';
import { decodeText } from '../../text/decode-text.ts';
import { readStyleSheet } from './read-style-sheet.ts';
import { normalizePath } from './read-target.ts';
import type { StaticFiles } from './static-files.ts';

/** The data about the site's own style sheets that pages need. */
export interface SiteStyles {
  /** Layers that are declared before the theme's layers, so that the theme's rules override their rules. */
  readonly layers: readonly string[];
  /** Style sheets with anonymous layers: they are linked before the theme's style sheet so that it overrides them. */
  readonly early: ReadonlySet<string>;
  /** Files that the style sheets refer to, which must be served under their own paths. */
  readonly files: ReadonlySet<string>;
}

export interface SiteStylesRequest {
  readonly source: SiteSource;
  readonly staticFiles: StaticFiles;
  /** `''` or `/docs`. */
  readonly basePath: string;
  readonly report: ReportIssue;
}

/**
 * Reads the site's style sheets, and scripts that contain styles. Reports files that they refer to but that don't
 * exist.
 */
export function readSiteStyles({ source, staticFiles, basePath, report }: SiteStylesRequest): SiteStyles {
  const { stylesheets, scripts } = staticFiles;
  const layers = new Set<string>();
  const early = new Set<string>();
  const files = new Set<string>();
  if (stylesheets.length === 0 && scripts.length === 0) return { layers: [], early, files };
  const known = new Set(source.paths);
  for (const path of stylesheets) {
    const sheet = readStyleSheet(textOf(source, path));
    for (const layer of sheet.layers) layers.add(layer);
    if (sheet.hasUnnamedLayer) early.add(path);
    for (const { address, line } of sheet.addresses) {
      const file = resolveAddress(address, path, basePath);
      if (file === undefined) continue;
      if (known.has(file)) files.add(file);
      else report(missingFile(path, line, address, file));
    }
  }
  for (const path of scripts) {
    const text = textOf(source, path);
    if (text.includes('@layer')) for (const layer of readScriptLayers(text)) layers.add(layer);
  }
  return { layers: [...layers], early, files };
}

function textOf(source: SiteSource, path: string): string {
  return decodeText(source.read(path) ?? new Uint8Array()).text;
}

/** Layers in the strings of a script, which may insert a style sheet when it runs. */
function readScriptLayers(text: string): string[] {
  return [...text.matchAll(/@layer\s+([\w-]+(?:[.,\s]+[\w-]+)*)\s*[{;]/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/\W.*$/s, '')),
  );
}

/**
 * The site file that an address refers to, or `undefined` if the address is on another host or in the style sheet
 * itself.
 */
function resolveAddress(written: string, path: string, basePath: string): string | undefined {
  const address = written.replace(/[?#].*$/s, '');
  if (address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|\{\{)/i.test(address)) return undefined;
  const plain = basePath !== '' && address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : address;
  return normalizePath(plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(path), plain));
}

function missingFile(path: string, line: number, address: string, file: string): Parameters<ReportIssue>[0] {
  return {
    path,
    line,
    severity: 'warning',
    code: 'missing-file',
    message: `The style sheet refers to "${address}", but the site has no file "${file}".`,
    fix: 'Add the file, or correct the address.',
  };
}
