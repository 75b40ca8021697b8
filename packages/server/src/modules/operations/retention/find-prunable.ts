import type { BlobInfo, BlobStore } from '../../../platform/blob-store/index.ts';
import { runAndRollBack } from '../../../platform/database/index.ts';
import type { UnusedMirror } from '../../../platform/git/index.ts';
import type { RetentionRule, UpkeepDeps } from '../../foundation/upkeep/index.ts';
import { pretendBlobs } from './pretend-blobs.ts';
import { listPartitions, readRowBytes, readTables } from './pruning-store.ts';

/** Rows of a table or files in a folder that a rule deletes. */
export interface Pruned {
  readonly rule: string;
  readonly keeps: string;
  /** The environment variables that determine the rule. */
  readonly setting: string | null;
  readonly kind: 'rows' | 'files';
  /** A table, or the first part of the files' keys. */
  readonly from: string;
  readonly count: number;
  /** For rows, an estimate from the table's average row size, including indexes. */
  readonly bytes: number;
  /** Null if older rows or files remain for another reason. */
  readonly oldest: string | null;
}

/**
 * Lists what each rule would delete now. The rule itself runs, in a transaction that is rolled back and on a blob store
 * that deletes nothing, so that each rule is implemented only once.
 */
export async function findPrunable<Schema>(
  deps: UpkeepDeps<Schema>,
  rules: readonly RetentionRule<Schema>[],
): Promise<Pruned[]> {
  const found: Pruned[] = [];
  for (const rule of rules) found.push(...(await tryRule(deps, rule)));
  return found;
}

async function tryRule<Schema>(deps: UpkeepDeps<Schema>, rule: RetentionRule<Schema>): Promise<Pruned[]> {
  const { blobs, deleted } = pretend(deps.blobs);
  const unused: UnusedMirror[] = [];
  const mirrors: typeof deps.mirrors = {
    ...deps.mirrors,
    removeUnused: async (bounds) => {
      const found = await deps.mirrors.listUnused(bounds);
      unused.push(...found);
      return found;
    },
  };
  const rows = await runAndRollBack<Schema, FoundRows[]>(deps.database, async (database) => {
    const { kysely } = database;
    const before = await readTables(kysely, rule.tables);
    const parts = rule.partitioned === undefined ? [] : await listPartitions(kysely, rule.partitioned);
    await rule.apply({ ...deps, database, blobs, mirrors });
    const after = await readTables(kysely, rule.tables);
    const found: FoundRows[] = [];
    for (const { name } of rule.tables) {
      const count = after.get(name)?.deleted ?? 0;
      const was = before.get(name)?.oldest ?? null;
      const isGone = was?.getTime() !== after.get(name)?.oldest?.getTime();
      found.push({ from: name, count, bytes: count * (await readRowBytes(kysely, name)), oldest: isGone ? was : null });
    }
    if (rule.partitioned !== undefined) {
      const left = new Set((await listPartitions(kysely, rule.partitioned)).map(({ name }) => name));
      const dropped = parts.filter(({ name }) => !left.has(name));
      found.push({ from: rule.partitioned, count: sum(dropped, 'rows'), bytes: sum(dropped, 'bytes'), oldest: null });
    }
    return found;
  });
  return [
    ...rows.map((row) => toPruned(rule, 'rows', row)),
    ...[...groupFiles(deleted()), ofMirrors(unused)].map((files) => toPruned(rule, 'files', files)),
  ].filter(({ count }) => count > 0);
}

function pretend(blobs: BlobStore): { readonly blobs: BlobStore; readonly deleted: () => readonly BlobInfo[] } {
  const pretended = pretendBlobs(blobs);
  return { blobs: pretended.blobs, deleted: () => pretended.deleted };
}

interface FoundRows {
  readonly from: string;
  readonly count: number;
  readonly bytes: number;
  readonly oldest: Date | null;
}

function sum<Name extends string>(things: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return things.reduce((total, thing) => total + thing[name], 0);
}

function groupFiles(files: readonly BlobInfo[]): FoundRows[] {
  const folders = Map.groupBy(files, ({ key }) => `${key.split('/')[0] ?? ''}/`);
  return [...folders].map(([from, all]) => ({
    from,
    count: all.length,
    bytes: sum(all, 'sizeBytes'),
    oldest: new Date(Math.min(...all.map(({ modifiedAt }) => modifiedAt.getTime()))),
  }));
}

function ofMirrors(mirrors: readonly UnusedMirror[]): FoundRows {
  const oldest = mirrors[0]?.usedAt ?? null;
  return { from: 'git/mirrors/', count: mirrors.length, bytes: sum(mirrors, 'bytes'), oldest };
}

function toPruned(
  { name, keeps, limits }: Pick<RetentionRule<never>, 'name' | 'keeps' | 'limits'>,
  kind: Pruned['kind'],
  { from, count, bytes, oldest }: FoundRows,
): Pruned {
  const when = oldest?.toISOString() ?? null;
  const setting =
    limits
      .map((limit) => limit.setting)
      .filter((variable) => variable !== null)
      .join(', ') || null;
  return { rule: name, keeps, setting, kind, from, count, bytes: Math.round(bytes), oldest: when };
}
