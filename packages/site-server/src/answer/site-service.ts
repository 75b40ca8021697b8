import type { SiteSource } from '../site-source.ts';
import type { HttpExchange } from './exchange.ts';

/** A site's services in addition to its files: search, an assistant, MCP. */
export interface SiteService {
  /** Whether it answers this path for this version. */
  has(pathname: string, source: SiteSource): boolean;
  /** True where it has answered, or will; it holds the source for so long. */
  answer(pathname: string, query: string, exchange: HttpExchange, source: SiteSource): boolean;
}
