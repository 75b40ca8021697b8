import { combineAccess, readGroups, type AccessStatement } from '@docwright/site-access/rules';
import type { ReportIssue } from '../../issues/issue.ts';
import { walkNavigation, type NavContent } from '../navigation/index.ts';
import type { ReadPage } from '../plan/site-plan.ts';
import type { ApiReference } from '../specs/api-spec.ts';
import { findOperation } from '../specs/list-operations.ts';
import { fieldOf } from '../specs/read-json.ts';
import { resolveObject } from '../specs/resolve-ref.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { PageRule } from './page-rule.ts';
import { readStatement } from './read-statement.ts';

export interface PageRulesRequest {
  readonly config: Pick<SiteConfig, 'protection' | 'file'>;
  readonly root: NavContent;
  readonly pages: readonly ReadPage[];
  readonly report: ReportIssue;
}

/** The rules of all pages, by path. Values that can't be read are reported. */
export function findPageRules({ config, root, pages, report }: PageRulesRequest): ReadonlyMap<string, PageRule> {
  const places = new Map<string, AccessStatement[][]>();
  for (const { page } of walkNavigation(root))
    places.set(page.path, [...(places.get(page.path) ?? []), [...(page.access ?? [])]]);
  const isSiteProtected = config.protection !== undefined;
  const site: AccessStatement[] =
    config.protection === undefined
      ? []
      : [{ from: `${config.file} (${config.protection})`, isPublic: false, groups: undefined }];
  return new Map(
    pages.map(({ page, reference }) => {
      const own = [...pageStatements(page, report), ...operationStatements(reference)];
      const here = places.get(page.path) ?? [];
      const rule = combineAccess({ own, places: here, isSiteProtected });
      return [page.path, { rule, statements: [...own, ...here.flat(), ...site] }] as const;
    }),
  );
}

function pageStatements(
  { frontmatter, frontmatterProblem, sourcePath }: ReadPage['page'],
  report: ReportIssue,
): AccessStatement[] {
  const { groups } = frontmatter;
  reportSpelling(frontmatter, sourcePath, report);
  // Invalid YAML is read line by line, which loses lists: a page with the key `groups` is then treated as having
  // groups.
  if (frontmatterProblem !== undefined && Object.hasOwn(frontmatter, 'groups'))
    return [{ from: 'frontmatter (faulty)', isPublic: undefined, groups: { includes: [], excludes: [] } }];
  if (groups === undefined && frontmatter['public'] === undefined) return [];
  const own = readStatement({ groups, isPublic: frontmatter['public'], from: 'frontmatter', file: sourcePath, report });
  return own === undefined ? [] : [own];
}

/** Reports keys with the wrong case: `Groups` would silently restrict nothing. */
function reportSpelling(frontmatter: ReadPage['page']['frontmatter'], path: string, report: ReportIssue): void {
  for (const key of Object.keys(frontmatter)) {
    const meant = key.toLowerCase();
    if (key === meant || (meant !== 'groups' && meant !== 'public')) continue;
    report({
      path,
      severity: 'warning',
      code: 'access-value',
      message: `frontmatter: "${key}" has no effect, because the key is "${meant}".`,
      fix: `Write ${meant} in lower case.`,
    });
  }
}

/** `x-mint.groups` of the operation, schema or channel that a page documents, and of the enclosing parts. */
function operationStatements(reference: ApiReference | undefined): AccessStatement[] {
  if (reference === undefined || reference.kind === 'manual') return [];
  const { spec } = reference;
  return nodesOf(reference).flatMap(([name, node]): AccessStatement[] => {
    const { set } = readGroups(fieldOf(fieldOf(node, 'x-mint'), 'groups'));
    return set === undefined ? [] : [{ from: `${spec.path} ${name}`, isPublic: undefined, groups: set }];
  });
}

type NamedNode = readonly [name: string, node: Parameters<typeof fieldOf>[0]];

function nodesOf(reference: Exclude<ApiReference, { kind: 'manual' }>): NamedNode[] {
  const { spec } = reference;
  const root: NamedNode = ['(whole file)', spec.root];
  switch (reference.kind) {
    case 'schema': {
      const schemas = fieldOf(fieldOf(spec.root, 'components'), 'schemas');
      return [root, [reference.name, resolveObject(spec, fieldOf(schemas, reference.name))]];
    }
    case 'channel': {
      const channels = fieldOf(spec.root, 'channels');
      return [root, ['channels', channels], [reference.name, resolveObject(spec, fieldOf(channels, reference.name))]];
    }
    case 'operation':
    case 'webhook': {
      const section = reference.kind === 'operation' ? 'paths' : 'webhooks';
      const name = reference.kind === 'operation' ? reference.path : reference.name;
      const found = findOperation(reference);
      return [
        root,
        [section, fieldOf(spec.root, section)],
        [name, found?.item],
        [`${reference.method.toUpperCase()} ${name}`, found?.node],
      ];
    }
  }
}
