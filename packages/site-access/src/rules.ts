/** The rules without the token libraries, for programs that don't sign readers in. */
export { admits, everyone, type AccessRule, type Audience, type GroupSet } from './access-rule.ts';
export { combineAccess, type AccessStatement, type CombineAccess } from './combine-access.ts';
export { applyEdits, meets, type AudienceEdit, type Choice, type Condition } from './audience-edits.ts';
export { maxGroupNames, readGroups, type ReadGroups } from './read-groups.ts';
