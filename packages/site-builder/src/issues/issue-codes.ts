/**
 * Every issue code with its cause. The remedy is in the issue itself, where it can name the value. A test compares
 * this list with the sources in both directions.
 */
export const issueCodes = {
  // Configuration
  'config-syntax': 'docs.json or mint.json is not JSON, or only with comments and trailing commas taken out.',
  'config-missing-key': 'A key that every site needs is not there.',
  'config-value': 'A key has a value of the wrong type, or one that is not allowed.',
  'config-unknown-key': 'A key of docs.json or of its navigation has no meaning.',
  'blocked-source': 'A script of the site names a host that published sites are not allowed to load from.',
  'config-ref': 'A $ref names no JSON file of the site, leads outside of it, or comes back to itself.',
  'page-limit': 'The site has more pages than the limit "pages".',
  // Navigation and redirects
  'navigation-value': 'An entry of the navigation is neither a page nor a group nor a division.',
  'missing-page': 'The navigation lists a page that has no file and no operation.',
  'redirect-duplicate': 'Two redirects have one source.',
  'redirect-cycle': 'A redirect leads back to itself.',
  'redirect-target': 'A redirect leads to no page or file of the site, but maybe to one beside it.',
  'redirect-shadowed': 'A redirect can never happen, because a page has its path.',
  'orphan-page': 'A page is in no navigation, and does not say that it is hidden.',
  'restricted-page': 'A page that is not for every reader was left out.',
  // Files
  'invalid-utf8': 'A file is not valid UTF-8.',
  'path-collision': 'Two sources make one file of the site; the first one counts, and a page gets another path.',
  'unpublishable-file': 'A file of the built site would have a name that no archive and no host takes.',
  'file-too-large': 'A file is larger than its limit.',
  'lfs-pointer': 'A file is a pointer of Git LFS: its content is not in the repository.',
  'missing-file': 'A page or style sheet names an image or another file that is not in the site.',
  // Pages
  'frontmatter-syntax': 'The frontmatter is not YAML, or a YAML bomb.',
  'mdx-syntax': 'A tag or expression is not MDX; what could not be read is shown as text.',
  'nesting-limit': 'Something is nested deeper than can be read or rendered.',
  'page-failed': 'A page could not be rendered for a fault of the builder or because its HTML is too large.',
  math: 'A formula could not be set.',
  // Expressions and components
  'undefined-name': 'An expression uses a name that nothing defines.',
  'unsupported-expression': 'An expression uses a part of JavaScript that the interpreter does not have.',
  'expression-error': 'An expression fails, or is not JavaScript.',
  'expression-limit': 'The expressions of a page take more steps, text or depth than allowed.',
  'unknown-component': 'A component is neither built in nor imported.',
  'component-syntax': 'The components of a file could not be made ready for the browser.',
  'unknown-icon': 'No icon set has the name.',
  // Imports
  'missing-import': 'An imported file does not exist.',
  'missing-export': 'An imported name is not exported there.',
  'missing-snippet': 'The file of a <Snippet> does not exist.',
  'module-syntax': 'Imports, exports or a component file are not JavaScript.',
  'package-import': 'A page imports a package; it can import files of its own site only.',
  'snippet-cycle': 'A snippet contains itself.',
  'snippet-depth': 'Snippets are nested deeper than the limit "snippetDepth".',
  // Links
  'broken-link': 'A link leads to no page or file of the site.',
  'broken-anchor': 'A link names an anchor that is not on its page.',
  'link-case': 'A link differs from its page in upper and lower case.',
  'link-prefix': 'A link names the prefix that its site is served under elsewhere (`/docs`).',
  'link-folder': 'A link names a folder without a page of its own; it leads to the first page in it.',
  'unsafe-link': 'An address has a scheme that a page may not use.',
  'social-image': "Something of a page's preview image could not be drawn: a logo, a font, a character.",
  // Specifications
  'unsupported-reference': 'A GraphQL schema or the output of an SDK generator is named, of which no pages are made.',
  'openapi-missing': 'A specification that is named is not in the site.',
  'openapi-not-found': 'No specification has the operation, webhook, schema or channel that a page names.',
  'openapi-same-path': 'Two operations of different specifications have one page path; the second gets a number.',
  'openapi-unreadable': 'A specification is not JSON or YAML, or exceeds a limit.',
  'openapi-unsupported': 'A specification has a version that is not supported.',
  'openapi-broken-ref': 'A $ref of a specification leads nowhere.',
  'openapi-remote-ref': 'A $ref of a specification leads to another host, which a build never asks.',
  'openapi-remote-spec': 'A specification on another host was not fetched for the build; the message says why.',
  'openapi-overlay-target': 'An overlay changes a place that the specification does not have.',
  'api-page-failed': 'An operation could not be rendered for a fault of the builder.',
} as const satisfies Readonly<Record<string, string>>;

export type IssueCode = keyof typeof issueCodes;
