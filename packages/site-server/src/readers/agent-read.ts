import type { IncomingHttpHeaders } from 'node:http';
import { joinCode, splitCode } from './copied-code.ts';
import { classifyAgent, isAiAgent } from './classify-agent.ts';

/** How agents read: a page as people have it, a page as Markdown, a list of all pages, all pages in one, or a tool of the MCP server. */
export const agentRoads = ['html', 'markdown', 'llms.txt', 'llms-full.txt', 'mcp'] as const;
export type AgentRoad = (typeof agentRoads)[number];

/** A call of the MCP server that gave something. */
export interface ToolCall {
  readonly tool: string;
  /** Page that was read, below the base path and without a slash at its beginning; undefined of a search, or of a list of pages. */
  readonly page: string | undefined;
}

/** What an agent read, as it is counted. */
export interface AgentRead {
  /** Of the page; empty where it is none. */
  readonly path: string;
  readonly via: AgentRoad;
  /** Of the MCP server; empty where it is none. */
  readonly tool: string;
}

/** The subject under which reads are counted, and the target that their events have. */
export const joinRead = ({ via, tool }: Omit<AgentRead, 'path'>): string => (tool === '' ? via : joinCode(via, tool));

export function splitRead(subject: string): AgentRead {
  const { path, language, line: tool } = splitCode(subject);
  return { path, via: agentRoads.find((known) => known === language) ?? 'html', tool };
}

/**
 * How the one who asks reads, if it is an agent: it says that it is one, asks for Markdown, or is a program that takes what is there for
 * agents. A browser is a person's, which copies a page as Markdown or looks at what agents get.
 */
export function findRoad(headers: IncomingHttpHeaders, pathname: string): AgentRoad | undefined {
  const userAgent = headers['user-agent'];
  const wantsMarkdown = (headers.accept ?? '').includes('markdown');
  const isBrowser = headers['sec-fetch-mode'] !== undefined && classifyAgent(userAgent) === 'human';
  const [, list] = /\/(llms(?:-full)?)(?:-\d{1,6})?\.txt$/.exec(pathname) ?? [];
  if (list !== undefined) return isBrowser ? undefined : list === 'llms' ? 'llms.txt' : 'llms-full.txt';
  if (wantsMarkdown || (pathname.endsWith('.md') && !isBrowser)) return 'markdown';
  return isAiAgent(userAgent) ? (pathname.endsWith('.md') ? 'markdown' : 'html') : undefined;
}
