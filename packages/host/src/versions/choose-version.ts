/** Decisions about versions, without their effects on the disk. */
import type { Activation } from './journal.ts';

export interface KnownVersion {
  readonly id: string;
  /** The label in the manifest. */
  readonly version: string;
  readonly sha256: string;
}

/** Version IDs, newest activation first, without duplicates. */
export function activationOrder(journal: readonly Activation[]): string[] {
  return [...new Set(journal.map(({ versionId }) => versionId).reverse())];
}

/**
 * Version IDs in the order in which a start should try them: activated versions first, newest first, then the others.
 */
export function startOrder(journal: readonly Activation[], onDisk: readonly string[]): string[] {
  const activated = activationOrder(journal).filter((id) => onDisk.includes(id));
  return [...activated, ...onDisk.filter((id) => !activated.includes(id))];
}

/** The version that was active before `activeId`: the target of a rollback. */
export function findPrevious(
  journal: readonly Activation[],
  activeId: string,
  onDisk: readonly string[],
): string | undefined {
  // A rollback is also an activation: two rollbacks return to the third-newest version instead of undoing each other.
  const stack: string[] = [];
  for (const { versionId, cause } of journal) {
    if (cause === 'rollback') stack.splice(Math.max(0, stack.lastIndexOf(versionId) + 1));
    else if (stack.at(-1) !== versionId) stack.push(versionId);
  }
  const below = stack.lastIndexOf(activeId);
  return (below < 0 ? stack : stack.slice(0, below)).findLast((id) => id !== activeId && onDisk.includes(id));
}

const semver = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/;

function isLowerVersion(candidate: string, active: string): boolean {
  const [left, right] = [semver.exec(candidate), semver.exec(active)];
  if (left === null || right === null) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(left[part] ?? 0) - Number(right[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/**
 * The reason why a delivered bundle would be a downgrade: it was active before and was replaced, or its label is a
 * lower version number. Returns `undefined` for an upgrade.
 */
export function findDowngrade(
  candidate: KnownVersion,
  active: KnownVersion | undefined,
  journal: readonly Activation[],
): string | undefined {
  if (active === undefined || candidate.id === active.id) return undefined;
  // The version was activated last but isn't active, because it couldn't be opened. An older version is served until a
  // link delivers it again.
  if (journal.at(-1)?.versionId === candidate.id) return undefined;
  if (journal.some(({ versionId }) => versionId === candidate.id)) {
    return `version "${candidate.version}" (${candidate.id}) was active before and was replaced by "${active.version}"`;
  }
  return isLowerVersion(candidate.version, active.version)
    ? `version "${candidate.version}" is lower than the active "${active.version}"`
    : undefined;
}

/** The IDs to keep on disk: the active one and those activated last. */
export function versionsToKeep(journal: readonly Activation[], activeId: string, count: number): ReadonlySet<string> {
  return new Set([activeId, ...activationOrder(journal).filter((id) => id !== activeId)].slice(0, count));
}

/** Versions that match an ID, the beginning of an ID, a digest or a label. */
export function matchVersions(versions: readonly KnownVersion[], name: string): KnownVersion[] {
  const exact = versions.filter(
    ({ id, version, sha256 }) => id === name || version === name || sha256 === name.toLowerCase(),
  );
  if (exact.length > 0 || !/^[0-9a-f]{6,}$/.test(name)) return exact;
  return versions.filter(({ sha256 }) => sha256.startsWith(name));
}
