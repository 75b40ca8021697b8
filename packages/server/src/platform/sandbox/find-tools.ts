import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SandboxTools } from './command.ts';

/** The search path for programs, independent of the user's PATH. */
const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'] as const;

/** Parts of the C library with which native modules may be linked, but Node isn't. */
const nativeModuleLibraries = ['librt.so.1', 'libutil.so.1', 'libresolv.so.2', 'libgcc_s.so.1'] as const;

export function findTools(): SandboxTools {
  return {
    node: realpathSync(process.execPath),
    libraries: findLibraries(),
    bwrap: findProgram('bwrap'),
    prlimit: findProgram('prlimit'),
    unshare: findProgram('unshare'),
  };
}

function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Libraries that this Node process has loaded, without native modules. */
function findLibraries(): ReadonlyMap<string, string> {
  // Node's types lack this field. Without it, the report looks up the names of all peers.
  const reporter: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const before = reporter.excludeNetwork ?? false;
  reporter.excludeNetwork = true;
  const report = reporter.getReport() as { readonly sharedObjects?: readonly string[] };
  reporter.excludeNetwork = before;
  const loaded = (report.sharedObjects ?? []).filter((path) => path.startsWith('/') && !path.endsWith('.node'));
  const systemFolders = loaded.filter((path) => basename(path).startsWith('libc.so')).map((path) => dirname(path));
  const wanted = systemFolders.flatMap((folder) => nativeModuleLibraries.map((name) => join(folder, name)));
  return new Map([...loaded, ...wanted.filter((path) => existsSync(path))].map((path) => [path, realpathSync(path)]));
}
