import { readdirSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseSource } from './release-source.ts';
import { writeTarball } from './write-tarball.ts';

/**
 * Packs the Helm charts like `helm package`. Charts are named `NAME-chart-VERSION.tgz`, because `NAME-VERSION.tgz` is
 * the npm package.
 *
 * @param digests name of an image → its digest, which the chart of the same name then uses instead of a tag
 * @param folders.staging an existing folder for temporary files
 */
export async function packCharts(
  { root, version }: Pick<ReleaseSource, 'root' | 'version'>,
  digests: Readonly<Record<string, string>>,
  folders: { readonly staging: string; readonly out: string },
): Promise<void> {
  const charts = join(root, 'deploy/helm');
  for (const name of readdirSync(charts).sort()) {
    const staged = join(folders.staging, `chart-${name}`);
    await mkdir(staged, { recursive: true });
    await cp(join(charts, name), staged, { recursive: true });
    const digest = digests[name];
    if (digest !== undefined) await setDigest(join(staged, 'values.yaml'), digest);
    await writeTarball(staged, join(folders.out, `${name}-chart-${version}.tgz`), { prefix: name });
  }
}

async function setDigest(values: string, digest: string): Promise<void> {
  const text = await readFile(values, 'utf8');
  const changed = text.replace("  digest: ''", `  digest: ${digest}`);
  if (changed === text) throw new Error(`${values} has no empty digest to replace`);
  await writeFile(values, changed);
}
