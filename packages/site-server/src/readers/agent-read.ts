import type { IncomingHttpHeaders } from 'node:http';
import { joinCode, splitCode } from './copied-code.ts';
import { classifyAgent, isAiAgent } from './classify-agent.ts';

/**
 * The ways in which agents read: a page as HTML, a page as Markdown, a list of all pages, all pages in one file, or a
 * tool of the MCP server.
 */
export const readMethods = ['html', 'markdown', 'llms.txt', 'llms-full.txt', 'mcp'] as const;
export type ReadMethod = (typeof readMethods)[number];

/** A call to the MCP server that returned a result. */
export interface ToolCall {
  readonly tool: string;
  /**
   * The page that was read, below the base path and without a leading slash, or `undefined` for a search or a list of
   * pages.
   */
  readonly page: string | undefined;
}

/** An agent's read, as it is counted. */
export interface AgentRead {
  /** Path of the page, or `''` if no page was read. */
  readonly path: string;
  readonly via: ReadMethod;
  /** Tool of the MCP server, or `''` if none was called. */
  readonly tool: string;
}

/** Returns the subject under which reads are counted, which is also the target of their events. */
export const joinRead = ({ via, tool }: Omit<AgentRead, 'path'>): string => (tool === '' ? via : joinCode(via, tool));

export function splitRead(subject: string): AgentRead {
  const { path, language, line: tool } = splitCode(subject);
  return { path, via: readMethods.find((known) => known === language) ?? 'html', tool };
}

/**
 * Classifies how an agent reads: it identifies itself as an agent, requests Markdown, or is a program that requests a
 * file for agents. Browsers count as people, who can copy a page as Markdown or open the files for agents.
 */
export function findReadMethod(headers: IncomingHttpHeaders, pathname: string): ReadMethod | undefined {
  const userAgent = headers['user-agent'];
  const wantsMarkdown = (headers.accept ?? '').includes('markdown');
  const isBrowser = headers['sec-fetch-mode'] !== undefined && classifyAgent(userAgent) === 'human';
  const [, list] = /\/(llms(?:-full)?)(?:-\d{1,6})?\.txt$/.exec(pathname) ?? [];
  if (list !== undefined) return isBrowser ? undefined : list === 'llms' ? 'llms.txt' : 'llms-full.txt';
  if (wantsMarkdown || (pathname.endsWith('.md') && !isBrowser)) return 'markdown';
  return isAiAgent(userAgent) ? (pathname.endsWith('.md') ? 'markdown' : 'html') : undefined;
}
