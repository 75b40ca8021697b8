/** What a site answers besides its files: search, the assistant, MCP. */
import type { HostSetting, SettingSchema } from './setting-schema.ts';

const text = { type: 'string' } as const;
const integer = (minimum: number, maximum: number): SettingSchema => ({ type: 'integer', minimum, maximum });
const mode = { type: 'string', enum: ['bundle', 'on', 'off'] } as const;

export const readerSettings: readonly HostSetting[] = [
  {
    name: 'search.mode',
    environment: 'DOCWRIGHT_HOST_SEARCH_MODE',
    doc: "Whether the site answers searches at /_docwright/search: bundle (as the bundle's features say), on or off. Never in an air-gapped deployment.",
    schema: mode,
    default: 'bundle',
  },
  {
    name: 'search.requestsPerMinute',
    environment: 'DOCWRIGHT_HOST_SEARCH_REQUESTS_PER_MINUTE',
    doc: 'Searches and MCP calls of one client address.',
    schema: integer(1, 1_000_000),
    default: 600,
  },
  {
    name: 'mcp.mode',
    environment: 'DOCWRIGHT_HOST_MCP_MODE',
    doc: 'Whether the site is an MCP server at /mcp: bundle (where the bundle has the search service), on or off. Never in an air-gapped deployment.',
    schema: mode,
    default: 'bundle',
  },
  {
    name: 'assistant.mode',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MODE',
    doc: "Whether the site's assistant answers: bundle (as the bundle's features say), on or off. Without a model it quotes the passages that answer best. Never in an air-gapped deployment.",
    schema: mode,
    default: 'bundle',
  },
  {
    name: 'assistant.baseUrl',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_BASE_URL',
    doc: 'Base address of an OpenAI-compatible server (Ollama, llama.cpp, vLLM, LM Studio, a gateway), such as http://127.0.0.1:11434/v1. Empty: no model.',
    schema: { type: 'string', pattern: '^(?:https?://[^\\s@]+)?$' },
    default: '',
  },
  {
    name: 'assistant.model',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MODEL',
    doc: 'Name of the model at `assistant.baseUrl`.',
    schema: text,
    default: '',
  },
  {
    name: 'assistant.apiKey',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_API_KEY',
    doc: 'Key for `assistant.baseUrl`; local servers need none.',
    schema: text,
    default: '',
    secret: true,
  },
  {
    name: 'assistant.name',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_NAME',
    doc: 'Title of the panel. Empty: that of the page’s language.',
    schema: text,
    default: '',
  },
  {
    name: 'assistant.greeting',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_GREETING',
    doc: 'What an empty panel says. Empty: that of the page’s language.',
    schema: text,
    default: '',
  },
  {
    name: 'assistant.starters',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_STARTERS',
    doc: 'Questions that an empty panel offers, at most six, with `|` between them.',
    schema: text,
    default: '',
  },
  {
    name: 'assistant.instructions',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_INSTRUCTIONS',
    doc: 'What the model is told besides its own rules, such as tone and names. Readers may find it out: it is no place for secrets.',
    schema: text,
    default: '',
  },
  {
    name: 'assistant.timeoutSeconds',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_TIMEOUT_SECONDS',
    doc: 'A model that takes longer for an answer is given up, and the best passages are shown.',
    schema: integer(1, 600),
    default: 60,
  },
  {
    name: 'assistant.maxSteps',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MAX_STEPS',
    doc: 'How often a model may be asked for one answer; between the times it reads pages.',
    schema: integer(1, 20),
    default: 6,
  },
  {
    name: 'assistant.messagesPerMinute',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MESSAGES_PER_MINUTE',
    doc: 'Messages of one client address.',
    schema: integer(1, 1_000_000),
    default: 20,
  },
  {
    name: 'assistant.messagesPerDay',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MESSAGES_PER_DAY',
    doc: 'Messages of one client address in 24 hours.',
    schema: integer(1, 10_000_000),
    default: 10_000,
  },
  {
    name: 'assistant.maxConcurrent',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MAX_CONCURRENT',
    doc: 'Answers that are made at a time; further messages are answered 503.',
    schema: integer(1, 10_000),
    default: 200,
  },
  {
    name: 'assistant.clientAddressHeader',
    environment: 'DOCWRIGHT_HOST_ASSISTANT_CLIENT_ADDRESS_HEADER',
    doc: 'Header in which your own proxy names the client, such as X-Forwarded-For: its last address counts for the limits. Empty: the address of the connection.',
    schema: { type: 'string', pattern: '^[\\w-]*$' },
    default: '',
  },
];
