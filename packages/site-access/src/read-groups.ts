import type { GroupSet } from './access-rule.ts';
import { countOf } from './count-of.ts';

/** The parsed `groups` value of a page or a specification. */
export interface ReadGroups {
  /** `undefined` if the value restricts nothing. */
  readonly set: GroupSet | undefined;
  /** Problems for the author, each the end of a sentence: "is a string; …". */
  readonly problems: readonly string[];
}

/** Maximum number of names in a list. No one maintains longer lists manually. */
export const maxGroupNames = 1000;
const maxNameChars = 200;

const numberProblem = 'contains a number, which is read as a name';
const nobody: GroupSet = { includes: [], excludes: [] };
const allowed = 'allowed: a list of names, or { includes, excludes }';

/**
 * Reads `groups`: a list of names, or `{ includes, excludes }`. An invalid value never makes content readable: names
 * that can't be read are left out of `includes`, and an invalid `excludes` admits no one.
 */
export function readGroups(value: unknown): ReadGroups {
  if (value === undefined || value === false) return { set: undefined, problems: [] };
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return { set: undefined, problems: ['is empty and restricts nothing'] };
  if (typeof value === 'string' || typeof value === 'number') {
    const read = readNames([value]);
    return {
      set: { includes: read.names, excludes: [] },
      problems: [
        `is a ${typeof value === 'string' ? 'string' : 'number'}; ${allowed}`,
        ...read.problems.filter((problem) => problem !== numberProblem),
      ],
    };
  }
  if (Array.isArray(value)) {
    const { names, problems } = readNames(value);
    return { set: { includes: names, excludes: [] }, problems };
  }
  if (typeof value !== 'object') return { set: nobody, problems: [`is neither a list nor an object; ${allowed}`] };
  return readPattern(value);
}

function readPattern(value: object): ReadGroups {
  const { includes, excludes } = value as { readonly includes?: unknown; readonly excludes?: unknown };
  const problems = Object.keys(value)
    .filter((key) => key !== 'includes' && key !== 'excludes')
    .map((key) => `has the unknown key "${key.slice(0, 40)}"; ${allowed}`);
  if (includes === undefined && excludes === undefined) return { set: nobody, problems: [...problems, allowed] };
  const included = includes === undefined ? undefined : readNames([includes].flat());
  const excluded = excludes === undefined ? readNames([]) : readNames([excludes].flat());
  const all = [...problems, ...(included?.problems ?? []), ...excluded.problems];
  if (excluded.problems.some((problem) => problem !== numberProblem)) return { set: nobody, problems: all };
  return { set: { includes: included?.names, excludes: excluded.names }, problems: all };
}

function readNames(values: readonly unknown[]): { readonly names: string[]; readonly problems: string[] } {
  const names = new Set<string>();
  const problems = new Set<string>();
  for (const value of values.slice(0, maxGroupNames)) {
    const name = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : undefined;
    if (typeof value === 'number') problems.add(numberProblem);
    if (name === undefined) problems.add('contains something other than names, which was left out');
    else if (name === '') problems.add('contains an empty name, which was left out');
    else if (hasControl(name)) problems.add('contains a name with control characters, which was left out');
    else if (name.length > maxNameChars)
      problems.add(`contains a name of more than ${maxNameChars} characters, which was left out`);
    else names.add(name);
  }
  if (values.length > maxGroupNames)
    problems.add(`lists ${countOf(values.length, 'group')}; those after the first ${maxGroupNames} were left out`);
  return { names: [...names], problems: [...problems] };
}

function hasControl(name: string): boolean {
  return /\p{Cc}/u.test(name);
}
