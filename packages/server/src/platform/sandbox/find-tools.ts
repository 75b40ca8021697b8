import { accessSync, constants, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxTools } from './command.ts';

/** Where programs are looked for: not where somebody's PATH says. */
const folders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'] as const;

export function findTools(): SandboxTools {
  return {
    node: realpathSync(process.execPath),
    libraries: findLibraries(),
    bwrap: findProgram('bwrap'),
    prlimit: findProgram('prlimit'),
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

/** What this very Node has loaded, modules of ours left out. */
function findLibraries(): ReadonlyMap<string, string> {
  // Node's types do not know the field yet. Without it the report looks up the names of all peers.
  const reporter: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const before = reporter.excludeNetwork ?? false;
  reporter.excludeNetwork = true;
  const report = reporter.getReport() as { readonly sharedObjects?: readonly string[] };
  reporter.excludeNetwork = before;
  const paths = (report.sharedObjects ?? []).filter((path) => path.startsWith('/') && !path.endsWith('.node'));
  return new Map(paths.map((path) => [path, realpathSync(path)]));
}
