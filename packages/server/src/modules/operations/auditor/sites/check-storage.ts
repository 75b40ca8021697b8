import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuditDeps } from '../audit-deps.ts';
import type { Findings } from '../findings.ts';
import { selectLocalRepositories } from '../store.ts';
import { selectStoredFigures } from './storage-store.ts';

/** Accepted difference: git packs objects after storing them, and the size of readers' rows is an estimate. */
const tolerance = { share: 0.1, bytes: 64 * 1024 * 1024 };

/**
 * Checks N24: the figures that quotas use are not below an organization's actual storage. They may be above it for an
 * hour after a deletion, and are measured again before a refusal.
 */
export async function checkStorage(
  { database, localCodeHost }: Pick<AuditDeps, 'database' | 'localCodeHost'>,
  findings: Findings,
): Promise<void> {
  const repositories = new Map<string, number>();
  for (const repository of await selectLocalRepositories(database.kysely)) {
    const { organizationId } = repository;
    const bytes = await sizeOf(fileURLToPath(localCodeHost.connect(repository).gitAccess.url));
    repositories.set(organizationId, (repositories.get(organizationId) ?? 0) + bytes);
  }
  const figures = await selectStoredFigures(database.kysely);
  findings.count('N24', figures.length);
  for (const { organizationId, repositoryBytes, bundleBytes, storedBundleBytes } of figures) {
    report(findings, organizationId, {
      what: 'repositories',
      counted: repositoryBytes,
      stored: repositories.get(organizationId) ?? 0,
    });
    report(findings, organizationId, { what: 'bundles', counted: bundleBytes, stored: storedBundleBytes });
  }
}

function report(
  findings: Findings,
  organizationId: string,
  { what, counted, stored }: { readonly what: string; readonly counted: number; readonly stored: number },
): void {
  if (stored - counted <= Math.max(tolerance.bytes, stored * tolerance.share)) return;
  findings.add('N24', organizationId, `counts ${counted} bytes of ${what} but stores ${stored}`);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile() ? ((await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0) : 0,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
