import { issueCauses } from './issue-causes.generated.ts';

export interface IssueRule {
  readonly name: string;
  /** The rule's finding; `undefined` for a rule from another service version. */
  readonly cause: string | undefined;
}

const spellings: Readonly<Record<string, string>> = {
  mdx: 'MDX',
  openapi: 'OpenAPI',
  api: 'API',
  lfs: 'LFS',
  utf8: 'UTF-8',
  ref: 'reference',
};

/** Returns a rule's readable name, such as `Broken link` for `broken-link`, and its meaning. */
export function describeRule(code: string): IssueRule {
  const words = code.split('-').map((word) => spellings[word] ?? word);
  const name = words.join(' ');
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    cause: Object.hasOwn(issueCauses, code) ? issueCauses[code] : undefined,
  };
}
