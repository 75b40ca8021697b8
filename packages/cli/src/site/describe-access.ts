import type { AudienceSettings, PageAccessEntry } from '@docwright/site-builder';

/**
 * Describes the readers to whom a rule gives access: `everyone`, `signed-in readers`, `staff or partners, and beta`.
 */
export function describeRule(rule: PageAccessEntry['rule']): string {
  if (rule === undefined) return 'everyone';
  if (rule.groupSets.length === 0) return 'signed-in readers';
  return rule.groupSets.map(describeSet).join(', and ');
}

function describeSet({ includes, excludes }: NonNullable<PageAccessEntry['rule']>['groupSets'][number]): string {
  if (includes?.length === 0) return 'nobody';
  const named = includes === undefined ? 'signed-in readers' : shorten(includes).join(' or ');
  return excludes.length === 0 ? named : `${named} except ${shorten(excludes).join(', ')}`;
}

const maxNames = 10;

function shorten(names: readonly string[]): string[] {
  return names.length <= maxNames ? [...names] : [...names.slice(0, maxNames), `${names.length - maxNames} more`];
}

export function describeReaders({ signedIn, groups }: AudienceSettings): string {
  if (!signedIn) return 'A reader who isn’t signed in';
  if (groups.length === 0) return 'A signed-in reader without groups';
  return `A reader in ${shorten(groups).join(', ')}`;
}
