import { createRequire } from 'node:module';
import type * as Bedrock from '@ai-sdk/amazon-bedrock';
import type * as Anthropic from '@ai-sdk/anthropic';
import type * as Azure from '@ai-sdk/azure';
import type * as Google from '@ai-sdk/google';
import type * as OpenAi from '@ai-sdk/openai';
import type * as OpenAiCompatible from '@ai-sdk/openai-compatible';

interface Providers {
  readonly '@ai-sdk/amazon-bedrock': typeof Bedrock;
  readonly '@ai-sdk/anthropic': typeof Anthropic;
  readonly '@ai-sdk/azure': typeof Azure;
  readonly '@ai-sdk/google': typeof Google;
  readonly '@ai-sdk/openai': typeof OpenAi;
  readonly '@ai-sdk/openai-compatible': typeof OpenAiCompatible;
}

const require = createRequire(import.meta.url);

/**
 * Loads a provider's package when its first model is created. All packages together are 2 MB of code, and most services
 * use only one.
 */
export function loadProvider<Name extends keyof Providers>(name: Name): Providers[Name] {
  return require(name) as Providers[Name];
}
