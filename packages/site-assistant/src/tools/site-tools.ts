/** The tools of a site for models and MCP clients: the same four tools, with the same results. */
import type { KnownPage, OperationName, PageFacts, SiteKnowledge } from '../knowledge/site-knowledge.ts';

export interface ToolDescription {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

export const toolNames = ['search', 'read_page', 'list_pages', 'read_operation'] as const;
export type ToolName = (typeof toolNames)[number];

interface JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

const text = (description: string) => ({ type: 'string', description });
const filters = {
  version: text('Only pages of this version of the documentation, as named in its navigation.'),
  language: text('Only pages in this language (BCP 47, such as en).'),
};

export const siteTools: readonly ToolDescription[] = [
  {
    name: 'search',
    title: 'Search the documentation',
    description:
      'Finds the sections of the documentation that contain the words of a query, best first. Read a page before you rely on it.',
    inputSchema: {
      type: 'object',
      properties: { query: text('A few words, names or error messages.'), ...filters },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    name: 'read_page',
    title: 'Read a page',
    description: 'Returns a page as Markdown, with the address of each heading.',
    inputSchema: {
      type: 'object',
      properties: { path: text('Path of the page, such as guides/start.') },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    name: 'list_pages',
    title: 'List the pages',
    description: 'Lists pages with titles and descriptions, in the order of the navigation.',
    inputSchema: {
      type: 'object',
      properties: { under: text('Only pages whose path starts with this.'), ...filters },
      additionalProperties: false,
    },
  },
  {
    name: 'read_operation',
    title: 'Read an API operation',
    description: 'Returns the part of the OpenAPI description for one operation, with all schemas that it uses.',
    inputSchema: {
      type: 'object',
      properties: {
        id: text('The operationId; alternatively, specify method and path.'),
        method: text('HTTP method, such as POST.'),
        path: text('Path as in the API description, such as /flags/{key}.'),
      },
      additionalProperties: false,
    },
  },
];

/** Maximum number of characters in a result, which limits how much of a page a model reads. */
const MAX_CHARS = 24_000;
const MAX_LISTED = 300;

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** The page that was read, if any. */
  readonly page?: KnownPage;
}

/** Calls a tool. Never throws because of a caller's input. */
export async function callSiteTool(knowledge: SiteKnowledge, name: ToolName, input: unknown): Promise<ToolAnswer> {
  const fields = new Map<string, unknown>(Object.entries(Object(input)));
  const textOf = (key: string): string | undefined => {
    const value = fields.get(key);
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2_000) : undefined;
  };
  const filter = { ...optional('version', textOf('version')), ...optional('language', textOf('language')) };
  switch (name) {
    case 'search':
      return answerSearch(knowledge, textOf('query'), filter);
    case 'read_page':
      return answerPage(knowledge, textOf('path'));
    case 'list_pages':
      return answerList(knowledge, { ...filter, ...optional('under', textOf('under')) });
    case 'read_operation':
      return answerOperation(knowledge, textOf('id'), textOf('method'), textOf('path'));
  }
}

function optional<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;
}

const refuse = (text: string): ToolAnswer => ({ text, isError: true });

async function answerSearch(knowledge: SiteKnowledge, query: string | undefined, filter: object): Promise<ToolAnswer> {
  if (query === undefined) return refuse('search requires `query`: a few words to search for');
  const { passages, didYouMean } = await knowledge.search(query, { limit: 8, perPage: 2, filter });
  if (passages.length === 0) return { text: `Nothing was found for "${query}".`, isError: false };
  const found = passages.map(({ path, title, heading, anchor, content }) => {
    const place = anchor === '' ? path : `${path}#${anchor}`;
    return `- /${place}: ${heading === '' ? title : `${title} › ${heading}`}\n  ${content.replaceAll(/\s+/g, ' ').slice(0, 300)}`;
  });
  const hint = didYouMean === undefined ? '' : `\n\nDid you mean "${didYouMean}"?`;
  return { text: found.join('\n') + hint, isError: false };
}

async function answerPage(knowledge: SiteKnowledge, path: string | undefined): Promise<ToolAnswer> {
  if (path === undefined) return refuse('read_page requires `path`, such as guides/start');
  const page = await knowledge.readPage(path);
  return page === undefined
    ? refuse(`The site has no page "${path}". search and list_pages return the paths of its pages.`)
    : { text: writePage(page), isError: false, page };
}

/** Writes a page as Markdown with an address after each heading. */
export function writePage(page: KnownPage): string {
  const parts = page.sections.map(({ heading, level, anchor, markdown }) => {
    const mark =
      heading === '' ? '' : `${'#'.repeat(level)} ${heading}${anchor === '' ? '' : ` {/${page.path}#${anchor}}`}\n\n`;
    return `${mark}${markdown}`;
  });
  return cut(`Page /${page.path}\n\n${parts.join('\n\n')}`);
}

function cut(whole: string): string {
  return whole.length <= MAX_CHARS ? whole : `${whole.slice(0, MAX_CHARS).toWellFormed()}\n\n… (the page continues)`;
}

async function answerList(knowledge: SiteKnowledge, filter: object): Promise<ToolAnswer> {
  const { pages, total } = await knowledge.listPages({ ...filter, limit: MAX_LISTED });
  const lines = pages.map(
    ({ path, title, description }: PageFacts) => `- /${path}: ${title}${description === '' ? '' : `. ${description}`}`,
  );
  const more =
    total > pages.length ? `\n… and ${total - pages.length} more; use \`under\` to narrow down the list.` : '';
  return { text: cut(lines.join('\n')) + more || 'No pages match.', isError: false };
}

async function answerOperation(
  knowledge: SiteKnowledge,
  id: string | undefined,
  method: string | undefined,
  path: string | undefined,
): Promise<ToolAnswer> {
  if (id === undefined && (method === undefined || path === undefined))
    return refuse('read_operation requires `id`, or `method` and `path`');
  const which: OperationName = id === undefined ? { method: method ?? '', path: path ?? '' } : { id };
  const operation = await knowledge.readOperation(which);
  if (operation === undefined) return refuse(`The site doesn't document the operation ${id ?? `${method} ${path}`}.`);
  const { page, specification } = operation;
  return {
    text: cut(`${operation.method} ${operation.path}, page /${page.path}\n\n${specification}`),
    isError: false,
    page,
  };
}
