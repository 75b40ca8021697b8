/**
 * A rule for the readers of a page, a file or a part of one: they must be signed in and in at least one group of each set. A
 * page with `groups: [a, b]` in a navigation group with `groups: [c]` has `{ groupSets: [['a', 'b'], ['c']] }`. `undefined`
 * instead of a rule means everybody.
 */
export interface AccessRule {
  readonly groupSets: readonly (readonly string[])[];
}
