import type { IncomingMessage } from 'node:http';
import type { ToolCall } from '../readers/agent-read.ts';
import type { HttpExchange, RequestHead } from './exchange.ts';
import type { SiteAnswers } from './site-answers.ts';

/** What a site does about its readers: it takes what pages report, and counts what agents read. The version that is shown comes first. */
export interface SiteReaders {
  /** Whether `take` or `note` has something to do with a request. */
  concerns(versions: readonly SiteAnswers[], request: RequestHead, pathname: string): boolean;
  /** Answers a report; undefined where the request is none. */
  take(exchange: HttpExchange, pathname: string, versions: readonly SiteAnswers[]): Promise<void> | undefined;
  /** Told of a request after it was answered. */
  note(request: IncomingMessage, pathname: string, versions: readonly SiteAnswers[]): void;
  /** Told of what a tool of the site’s MCP server gave. */
  noteCall(request: IncomingMessage, call: ToolCall, versions: readonly SiteAnswers[]): void;
}
