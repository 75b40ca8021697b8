import { mkdirSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

// Modules imported after this call are stripped of types and compiled once for all runs.
enableCompileCache();
const { buildSite, createFolderSource, defaultBuildSettings } = await import('../index.ts');

/** `node build-folder.ts <folder> [--out <dir>] [--json] [--base-path /docs] [--site-url https://…]` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
    'base-path': { type: 'string', default: '' },
    'site-url': { type: 'string', default: '' },
    'social-images': { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('usage: build-folder.ts <folder> [--out <dir>] [--json]\n');
  process.exit(2);
}
const folders = new Set<string>();
const report = await buildSite({
  source: createFolderSource(folder),
  settings: {
    basePath: values['base-path'],
    siteUrl: values['site-url'],
    features: { ...defaultBuildSettings.features, socialImages: values['social-images'] },
  },
  clock: () => performance.now(),
  emit: ({ path, bytes }) => {
    if (values.out === undefined) return;
    const target = join(values.out, path);
    const parent = dirname(target);
    if (!folders.has(parent)) mkdirSync(parent, { recursive: true });
    folders.add(parent);
    writeFileSync(target, bytes);
  },
});
if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
else {
  for (const { path, line, severity, code, message } of report.issues) {
    process.stdout.write(`${severity.padEnd(8)}${path}${line === undefined ? '' : `:${line}`}  ${code}: ${message}\n`);
  }
  const { issues, missing, ...figures } = report;
  process.stdout.write(`${JSON.stringify({ ...figures, missing: missing.length, issues: issues.length })}\n`);
}
