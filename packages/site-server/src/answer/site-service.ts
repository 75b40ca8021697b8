import type { SiteSource } from '../site-source.ts';
import type { HttpExchange } from './exchange.ts';

/** A site's services in addition to its files: search, an assistant, MCP. */
export interface SiteService {
  /** Whether the service handles this path for this version. */
  has(pathname: string, source: SiteSource): boolean;
  /** Whether the service of a protected site is available to readers who aren't signed in, with only public pages. */
  isPublic(pathname: string, source: SiteSource): boolean;
  /** Returns true if it has answered the request or will; it retains the source until then. */
  answer(pathname: string, query: string, exchange: HttpExchange, source: SiteSource): boolean;
}
