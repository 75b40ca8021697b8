import type { AccessRule, Condition, GroupSet } from '@docwright/site-access/rules';
import { list, record, refuseSealed, text } from './read-fields.ts';

const maxConditions = 10_000;
/** Maximum number of rules in a condition, and of group sets in a rule. */
const maxParts = 1_000;
const maxNames = 10_000;
const maxNameChars = 200;

/**
 * Parses conditions. A condition with an invalid part is rejected as a whole, because a rule without that part would
 * admit other readers.
 */
export function parseConditions(value: unknown): readonly Condition[] {
  return limited(value, 'conditions', maxConditions).map((condition) =>
    limited(condition, 'a condition', maxParts).map(parseRule),
  );
}

function parseRule(value: unknown): AccessRule {
  const { groupSets } = record(value, 'a rule');
  return { groupSets: limited(groupSets, 'groupSets', maxParts).map(parseSet) };
}

function parseSet(value: unknown): GroupSet {
  const { includes, excludes } = record(value, 'a group set');
  return {
    includes: includes === undefined ? undefined : parseNames(includes),
    excludes: parseNames(excludes),
  };
}

function parseNames(value: unknown): readonly string[] {
  return limited(value, 'groups', maxNames).map((name) => {
    const found = text(name, 'a group');
    return found !== '' && found.length <= maxNameChars ? found : refuseSealed('the name of a group is too long');
  });
}

function limited(value: unknown, what: string, most: number): readonly unknown[] {
  const found = list(value, what);
  return found.length <= most ? found : refuseSealed(`${what} has ${found.length} items; at most ${most} are allowed`);
}
