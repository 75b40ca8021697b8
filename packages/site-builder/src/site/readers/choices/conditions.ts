import type { AccessRule, Condition, GroupSet } from '@docwright/site-access/rules';

/** Maximum number of rules in a condition. More would indicate that pieces are divided in the wrong places. */
const maxRules = 512;

/** A condition is too complex: a piece depends on too many rules. */
export class TooManyOutcomes extends Error {
  constructor() {
    super('Too many combinations of rules determine one piece of the site.');
    this.name = 'TooManyOutcomes';
  }
}

/** A condition that no one meets. */
export const nobody: Condition = [];

/** The condition that readers of a page with this rule meet; `undefined` if everyone meets it. */
export function conditionOf(rule: AccessRule | undefined): Condition | undefined {
  if (rule === undefined) return undefined;
  return admitsNobody(rule) ? nobody : [rule];
}

/** A condition that readers meet if they meet one of the conditions. */
export function anyOf(conditions: Iterable<Condition | undefined>): Condition | undefined {
  const different = new Set(conditions);
  if (different.has(undefined)) return undefined;
  const all = [...different].flatMap((condition) => condition ?? []);
  const [only] = different;
  // Returns the same object for equal conditions, so that they can be compared quickly.
  return different.size === 1 ? only : weakest(all);
}

/** A condition that readers meet if they meet both. @throws TooManyOutcomes */
export function allOf(a: Condition | undefined, b: Condition | undefined): Condition | undefined {
  if (a === undefined || implies(b, a)) return b;
  if (b === undefined || implies(a, b)) return a;
  if (a.length * b.length > maxRules) throw new TooManyOutcomes();
  return weakest(a.flatMap((one) => b.map((other) => both(one, other))).filter((rule) => !admitsNobody(rule)));
}

/** Whether every reader who meets `a` is known to meet `b`. */
export function implies(a: Condition | undefined, b: Condition | undefined): boolean {
  if (b === undefined || a === b) return true;
  if (a === undefined) return false;
  return a.every((one) => b.some((other) => isStricter(one, other)));
}

/** A key that is equal for conditions with the same rules. */
export function keyOf(condition: Condition): string {
  return condition.map(keyOfRule).sort().join('\n');
}

function keyOfRule({ groupSets }: AccessRule): string {
  return groupSets.map(keyOfSet).sort().join(' ');
}

function keyOfSet({ includes, excludes }: GroupSet): string {
  return JSON.stringify([includes?.toSorted() ?? null, excludes.toSorted()]);
}

function admitsNobody({ groupSets }: AccessRule): boolean {
  return groupSets.some(({ includes }) => includes?.length === 0);
}

/** Removes rules that follow from other rules. */
function weakest(rules: readonly AccessRule[]): Condition {
  const kept: AccessRule[] = [];
  for (const rule of rules) {
    if (kept.some((other) => isStricter(rule, other))) continue;
    const stays = kept.filter((other) => !isStricter(other, rule));
    kept.splice(0, kept.length, ...stays, rule);
    if (kept.length > maxRules) throw new TooManyOutcomes();
  }
  return kept;
}

function both(a: AccessRule, b: AccessRule): AccessRule {
  const sets = new Map([...a.groupSets, ...b.groupSets].map((set) => [keyOfSet(set), set]));
  return { groupSets: [...sets.values()] };
}

/** Whether all readers of `a` are readers of `b`. */
function isStricter(a: AccessRule, b: AccessRule): boolean {
  return a === b || b.groupSets.every((set) => a.groupSets.some((own) => isStricterSet(own, set)));
}

function isStricterSet(a: GroupSet, b: GroupSet): boolean {
  const { includes } = b;
  return (
    a === b ||
    ((includes === undefined || a.includes?.every((name) => includes.includes(name)) === true) &&
      b.excludes.every((name) => a.excludes.includes(name)))
  );
}
