import type { LanguageModel } from 'ai';
import type { Meaning } from '../meaning/site-meaning.ts';
import type { TurnLimits } from '../turn/turn-request.ts';

/** `bundle`: as the features of the version say. An air-gapped site has none of them, whatever is set. */
export type ServiceMode = 'bundle' | 'on' | 'off';

export interface SiteServiceSettings {
  readonly search: ServiceMode;
  readonly assistant: ServiceMode;
  readonly mcp: ServiceMode;
  /** Undefined for `builtin/extracts-1`. */
  readonly model: LanguageModel | undefined;
  /** Undefined: searches go by words alone. */
  readonly meaning: Meaning | undefined;
  /** Of the panel; empty for its own, in the language of the page. */
  readonly name: string;
  readonly greeting: string;
  readonly starters: readonly string[];
  /** Of the site's owner, for the model. */
  readonly instructions: string;
  readonly turn: TurnLimits;
  /** Of one client address. */
  readonly messagesPerMinute: number;
  readonly messagesPerDay: number;
  readonly searchesPerMinute: number;
  /** Answers that are made at a time. */
  readonly maxConcurrent: number;
  /** Header in which a proxy of the operator's says who asks; `''` for the address of the connection. */
  readonly clientAddressHeader: string;
}

export const defaultServiceSettings: Omit<SiteServiceSettings, 'turn'> = {
  search: 'bundle',
  assistant: 'bundle',
  mcp: 'bundle',
  model: undefined,
  meaning: undefined,
  name: '',
  greeting: '',
  starters: [],
  instructions: '',
  messagesPerMinute: 20,
  messagesPerDay: 10_000,
  searchesPerMinute: 600,
  maxConcurrent: 200,
  clientAddressHeader: '',
};
