import type { LanguageModel } from 'ai';
import type { Meaning } from '../meaning/site-meaning.ts';
import type { TurnLimits } from '../turn/turn-request.ts';

/** `bundle`: as in the version's features. An air-gapped site has none of them, regardless of the settings. */
export type ServiceMode = 'bundle' | 'on' | 'off';

export interface SiteServiceSettings {
  readonly search: ServiceMode;
  readonly assistant: ServiceMode;
  readonly mcp: ServiceMode;
  /** `undefined` means `builtin/extracts-1`. */
  readonly model: LanguageModel | undefined;
  /** `undefined` if searches use only words. */
  readonly meaning: Meaning | undefined;
  /** Name of the panel; `''` for the default, in the language of the page. */
  readonly name: string;
  readonly greeting: string;
  readonly starters: readonly string[];
  /** The site owner's instructions for the model. */
  readonly instructions: string;
  readonly turn: TurnLimits;
  /** Limit per client address. */
  readonly messagesPerMinute: number;
  readonly messagesPerDay: number;
  readonly searchesPerMinute: number;
  /** Maximum number of concurrent answers. */
  readonly maxConcurrent: number;
  /** Header in which the operator's proxy sends the client address; `''` uses the address of the connection. */
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
