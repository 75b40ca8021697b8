import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

export interface Helm extends Disposable {
  readonly version: string;
  /** Returns standard output; throws with standard error if helm fails. */
  run(...args: readonly string[]): string;
}

/** Returns the machine's own Helm, or Helm for x86-64 Linux from an npm package; `undefined` on other machines. */
export function findHelm(): Helm | undefined {
  if (spawnSync('helm', ['version']).status === 0) return toHelm('helm', () => undefined);
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'docwright-helm-'));
  const program = join(folder, 'helm');
  const manifest = createRequire(import.meta.url).resolve('@aws-cdk/asset-kubectl-v20/package.json');
  writeFileSync(program, readZipEntry(readFileSync(join(dirname(manifest), 'lib/layer.zip')), 'helm/helm'));
  chmodSync(program, 0o755);
  return toHelm(program, () => rmSync(folder, { recursive: true }));
}

function toHelm(program: string, remove: () => void): Helm {
  const run = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
    if (status !== 0) throw new Error(`helm ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  return { version: run('version', '--short').trim(), run, [Symbol.dispose]: remove };
}

/** Reads one file of a ZIP archive (APPNOTE 4.3), stored or deflated, without ZIP64. */
function readZipEntry(zip: Buffer, wanted: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (name === wanted) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const content = zip.subarray(start, start + zip.readUInt32LE(at + 20));
      return zip.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no ${wanted}`);
}
