import { isbot } from 'isbot';

/** Agents that read for a model, or for a model's user. */
const aiAgents =
  /GPTBot|ChatGPT-User|OAI-SearchBot|ClaudeBot|Claude-(?:User|SearchBot|Web|Code)|anthropic-ai|PerplexityBot|Perplexity-User|Google-Extended|GoogleOther|Gemini-Deep-Research|Google-NotebookLM|Applebot-Extended|CCBot|Bytespider|Amazonbot|DuckAssistBot|meta-external(?:agent|fetcher)|cohere-(?:ai|training)|MistralAI-User|YouBot|PhindBot|AI2Bot|Cursor\/|Windsurf/i;

export type Agent = 'human' | 'ai' | 'bot';

/** Classifies a client by its user agent; a client without one isn't a browser. */
export function classifyAgent(userAgent: string | undefined): Agent {
  if (userAgent === undefined || userAgent === '') return 'bot';
  if (aiAgents.test(userAgent)) return 'ai';
  return isbot(userAgent) ? 'bot' : 'human';
}

export const isAiAgent = (userAgent: string | undefined): boolean =>
  userAgent !== undefined && aiAgents.test(userAgent);
