import type { SiteSource } from '../site-source.ts';
import type { HttpExchange } from './exchange.ts';

/** A site's services in addition to its files: search, an assistant, MCP. */
export interface SiteService {
  /** Whether it answers this path for this version. */
  has(pathname: string, source: SiteSource): boolean;
  /** Whether a protected site offers it, with answers from its public pages only, to readers who aren't signed in. */
  isPublic(pathname: string, source: SiteSource): boolean;
  /** Returns true if it has answered or will; it keeps the source open until then. */
  answer(pathname: string, query: string, exchange: HttpExchange, source: SiteSource): boolean;
}
