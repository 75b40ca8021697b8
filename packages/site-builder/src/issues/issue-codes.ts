/**
 * Every issue code with its cause. The remedy is in the issue itself, where it can name the value. A test checks that
 * this list and the sources have the same codes.
 */
export const issueCodes = {
  // Configuration
  'config-syntax': 'docs.json or mint.json is not valid JSON, or has comments or trailing commas.',
  'config-missing-key': 'A required key is missing.',
  'config-value': "A key has a value of the wrong type, or a value that isn't allowed.",
  'config-unknown-key': 'A key of docs.json or of its navigation has no effect.',
  'blocked-source': 'A script of the site loads from a host that browsers refuse on a published site.',
  'config-ref': "A $ref doesn't refer to a JSON file of the site, or refers to itself.",
  'page-limit': 'The site has more pages than the limit "pages".',
  // Navigation and redirects
  'navigation-value': 'A navigation entry is not a page, a group or a division.',
  'missing-page': 'The navigation lists a page that has no file and no operation.',
  'redirect-duplicate': 'Two redirects have the same source.',
  'redirect-source': 'A redirect never applies: its source has a query, an anchor or too many wildcards.',
  'redirect-cycle': 'A redirect points to itself.',
  'redirect-target':
    "A redirect's destination isn't a page or file of the site; it may be on the same domain outside it.",
  'redirect-shadowed':
    'A redirect and a page have the same path: servers redirect, and plain file storage shows the page.',
  'orphan-page': "A page is outside the navigation and doesn't have hidden: true.",
  'restricted-page': 'A restricted page was left out.',
  'unsealed-page':
    'Readers with access see less of a page than they are allowed to, because too many of its parts depend on groups.',
  'restricted-part': 'Restricted parts of a specification were left out.',
  'access-value': "groups or public has a value that can't be read.",
  'groups-without-access':
    'Pages or parts of specifications are restricted to reader groups, but the site has no sign-in.',
  // Files
  'invalid-utf8': 'A file is not valid UTF-8.',
  'path-collision': 'Two sources produce the same file; the first source is used, and a page has a different path.',
  'unpublishable-file': "A file of the built site would have a name that archives and hosts don't accept.",
  'file-too-large': 'A file is larger than its limit.',
  'lfs-pointer': "A file is a Git LFS pointer; its content isn't in the repository.",
  'missing-file': 'A page or style sheet refers to an image, an icon or another file that is not in the site.',
  // Pages
  'frontmatter-syntax': 'The frontmatter is not valid YAML, or is a YAML bomb.',
  'mdx-syntax': 'A tag, an expression or a directive is not valid MDX; it is shown as text.',
  'nesting-limit': 'A page is nested too deeply to be read or rendered.',
  'page-failed': 'A page could not be rendered, because of an error in the builder or because its HTML is too large.',
  math: 'A formula could not be rendered.',
  // Expressions and components
  'undefined-name': 'An expression uses an undefined name.',
  'unsupported-expression': "An expression uses JavaScript that the interpreter doesn't support.",
  'expression-error': 'An expression fails, or is not valid JavaScript.',
  'expression-limit': "A page's expressions need more steps, text or depth than allowed.",
  'unknown-component': 'A component is neither built-in nor imported.',
  'component-syntax': "A file's components could not be prepared for the browser.",
  'unknown-icon': 'No icon set has an icon with this name.',
  // Imports
  'missing-import': 'An imported file does not exist.',
  'missing-export': 'An imported name is not exported by the file.',
  'missing-snippet': 'The file of a <Snippet> does not exist.',
  'module-syntax': 'Imports, exports or a component file are not valid JavaScript.',
  'package-import': 'A page imports a package; pages can import only files of their site.',
  'snippet-cycle': 'A snippet contains itself.',
  'snippet-depth': 'Snippets are nested deeper than the limit "snippetDepth".',
  // Links
  'broken-link': "A link's target isn't a page or file of the site.",
  'broken-anchor': "A link's anchor isn't on the target page.",
  'link-case': 'A link differs from its page only in case.',
  'link-prefix': 'A link includes a prefix that the site is served under elsewhere (`/docs`).',
  'link-folder': 'A link points to a folder that has no page; it was changed to the first page in the folder.',
  'unsafe-link': 'An address has a scheme that a page may not use.',
  'social-image': "Part of a page's preview image could not be drawn: a logo, a font or a character.",
  // Specifications
  'unsupported-reference':
    "The navigation refers to a GraphQL schema or an SDK generator's output, which isn't supported.",
  'openapi-missing': "A specification that the site refers to isn't among its files.",
  'openapi-not-found': 'No specification has the operation, webhook, schema or channel that a page refers to.',
  'openapi-same-path':
    'Two operations of different specifications have the same page path; the second path has a number.',
  'openapi-unreadable': 'A specification is not JSON or YAML, or exceeds a limit.',
  'openapi-unsupported': 'A specification has a version that is not supported.',
  'openapi-broken-ref': 'A specification has a $ref without a target.',
  'openapi-remote-ref': 'A specification has a $ref to another host, which builds never contact.',
  'openapi-remote-spec':
    'A specification on another host was not fetched for the build; the message states the reason.',
  'openapi-overlay-target': "An overlay changes something that isn't in the specification.",
  'api-page-failed': 'An operation could not be rendered because of an error in the builder.',
} as const satisfies Readonly<Record<string, string>>;

export type IssueCode = keyof typeof issueCodes;
