/**
 * Who may read a page, a file or a part of one: somebody who is signed in and is in at least one group of each set. A page
 * with `groups: [a, b]` in a navigation group with `groups: [c]` has `{ groupSets: [['a', 'b'], ['c']] }`. `undefined`
 * instead of a rule means everybody.
 */
export interface AccessRule {
  readonly groupSets: readonly (readonly string[])[];
}
