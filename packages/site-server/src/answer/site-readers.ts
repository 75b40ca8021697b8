import type { IncomingMessage } from 'node:http';
import type { ToolCall } from '../readers/agent-read.ts';
import type { HttpExchange, RequestHead } from './exchange.ts';
import type { SiteAnswers } from './site-answers.ts';

/**
 * Handles a site's readers: accepts reports from pages, and counts what agents read. The current version is first.
 */
export interface SiteReaders {
  /** Whether `take` or `note` handles a request. */
  concerns(versions: readonly SiteAnswers[], request: RequestHead, pathname: string): boolean;
  /** Answers a report; returns `undefined` if the request isn't one. */
  take(exchange: HttpExchange, pathname: string, versions: readonly SiteAnswers[]): Promise<void> | undefined;
  /** Called after a request has been answered. */
  note(request: IncomingMessage, pathname: string, versions: readonly SiteAnswers[]): void;
  /** Called with a result from one of the site's MCP tools. */
  noteCall(request: IncomingMessage, call: ToolCall, versions: readonly SiteAnswers[]): void;
}
