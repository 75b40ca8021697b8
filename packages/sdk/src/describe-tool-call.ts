/** A description of one of the agent's tool calls. */
export interface DescribedToolCall {
  /** The action, in a few words. */
  readonly action: string;
  /** The action's object: a path, text or a title. Empty if the action needs none. */
  readonly subject: string;
}

const maxSubjectLength = 160;

type Describe = (input: Readonly<Record<string, unknown>>) => readonly [action: string, ...subject: unknown[]];

const describers: Readonly<Record<string, Describe>> = {
  list: ({ glob }) => ['List files', glob],
  read: ({ path }) => ['Read', path],
  grep: ({ regex }) => ['Search the files for', regex],
  search_docs: ({ query }) => ['Search the docs for', query],
  edit: ({ path }) => ['Edit', path],
  write: ({ path }) => ['Write', path],
  replace_text: ({ text, with: replacement }) => ['Replace', text, '→', replacement],
  move_page: ({ from, to }) => ['Move', from, '→', to],
  delete_page: ({ path, redirect }) =>
    redirect === undefined ? ['Delete', path] : ['Delete', path, 'and redirect to', redirect],
  section: ({ op, path, heading, text }) => describeSection(op, { path, heading, text }),
  frontmatter: ({ path, in: paths }) => ['Change the frontmatter of', path ?? listOf(paths)],
  navigation: ({ op, ...rest }) => describeNavigation(op, rest),
  validate: ({ scope }) => ['Check the site', scope === 'changes' || scope === 'site' ? undefined : scope],
  diff: ({ paths }) => ['Review the changes', listOf(paths)],
  revert: ({ paths }) => ['Revert', listOf(paths)],
  apply_fixes: ({ what }) => [what === 'spelling' ? 'Fix misspellings' : 'Fix broken links'],
  finish: ({ title }) => (typeof title === 'string' && title !== '' ? ['Finish:', title] : ['Finish']),
  fetch_url: ({ url }) => ['Read the web page', url],
  add_image: ({ image, path }) => ['Add the image', image, 'as', path],
  view_image: ({ path }) => ['View the image', path],
  view_page: ({ path, screen, theme }) => ['View the page', path, listOf([screen, theme].filter(Boolean))],
  code_list: ({ repository, glob }) => ['List source code', glob, 'in', repository],
  code_read: ({ repository, path }) => ['Read source code', path, 'in', repository],
  code_grep: ({ repository, regex }) => ['Search source code for', regex, 'in', repository],
  code_symbols: ({ repository, name }) => ['Find definitions', name, 'in', repository],
  code_log: ({ repository, path }) => ['Read the commits', path, 'in', repository],
  code_diff: ({ repository, paths }) => ['Compare commits', listOf(paths), 'in', repository],
  openapi: ({ op, path, operation }) =>
    op === 'coverage' ? ['Compare with the pages:', path] : ['Read the API description', path, operation],
  spec_diff: ({ path }) => ['Compare versions of the API description', path],
};

const listOf = (paths: unknown): unknown => (Array.isArray(paths) ? paths.join(', ') : paths);

function describeSection(
  op: unknown,
  { path, heading, text }: Readonly<Record<string, unknown>>,
): readonly [string, ...unknown[]] {
  if (op === 'rename') return ['Rename the section', heading, '→', text, 'in', path];
  if (op === 'remove') return ['Remove the section', heading, 'from', path];
  return ['Add to the section', heading, 'of', path];
}

const navigationActions: Readonly<Record<string, string>> = {
  show: 'Read the navigation',
  find_page: 'Search the navigation for',
  add_page: 'Add to the navigation',
  remove_page: 'Remove from the navigation',
  move_page: 'Move in the navigation',
  add_group: 'Add the group',
  rename_group: 'Rename the group',
  move_group: 'Move the group',
  add_language: 'Add the language',
  add_redirect: 'Add a redirect from',
  remove_redirect: 'Remove the redirect from',
};

function describeNavigation(op: unknown, input: Readonly<Record<string, unknown>>): readonly [string, ...unknown[]] {
  const action = (typeof op === 'string' ? navigationActions[op] : undefined) ?? 'Change the navigation';
  const { page, group, name, source, destination } = input;
  if (op === 'add_redirect') return [action, source, 'to', destination];
  if (op === 'rename_group') return [action, group, '→', name];
  return [action, page ?? source ?? (op === 'add_group' ? (name ?? group) : (group ?? name))];
}

/**
 * Describes an agent's tool call in words: `{ action: 'Move', subject: 'guides/migrate → guides/import' }`. A job's
 * events contain tool names as the model used them. If a model calls a tool that doesn't exist, the tool's name is
 * returned unchanged, with the values of its input.
 */
export function describeToolCall(name: string, input: unknown): DescribedToolCall {
  const fields: Readonly<Record<string, unknown>> =
    typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input } : {};
  const describe = Object.hasOwn(describers, name) ? describers[name] : undefined;
  const [action, ...parts] = describe?.(fields) ?? [
    name,
    ...(typeof input === 'string' ? [input] : Object.values(fields)),
  ];
  const words = parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  const line = words.replaceAll(/\s+/g, ' ');
  return { action, subject: line.length > maxSubjectLength ? `${line.slice(0, maxSubjectLength)}…` : line };
}
