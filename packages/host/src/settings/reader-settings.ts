/** A site's services in addition to its files: search, the assistant, MCP. */
import { choice, integer, matching, text, type SettingTable } from '@docwright/site-server/settings';
import { plainAddress } from './kinds.ts';

const mode = choice(['bundle', 'on', 'off']);

export const readerSettings = {
  'search.mode': {
    environment: 'DOCWRIGHT_HOST_SEARCH_MODE',
    kind: mode,
    default: 'bundle',
    doc: "Whether the site has the search service at /_docwright/search: bundle (according to the bundle's features), on or off. Never in an air-gapped deployment.",
  },
  'search.requestsPerMinute': {
    environment: 'DOCWRIGHT_HOST_SEARCH_REQUESTS_PER_MINUTE',
    kind: integer(1, 1_000_000),
    default: '600',
    doc: 'Maximum number of searches and MCP calls per client address.',
  },
  'search.embeddingBaseUrl': {
    environment: 'DOCWRIGHT_HOST_SEARCH_EMBEDDING_BASE_URL',
    kind: plainAddress,
    default: undefined,
    doc: 'Base address of an OpenAI-compatible server whose embedding model compares searches with the pages by meaning, such as http://127.0.0.1:11434/v1. Empty: search matches only words.',
  },
  'search.embeddingModel': {
    environment: 'DOCWRIGHT_HOST_SEARCH_EMBEDDING_MODEL',
    kind: text,
    default: '',
    doc: 'Name of the model at `search.embeddingBaseUrl`.',
  },
  'search.embeddingApiKey': {
    environment: 'DOCWRIGHT_HOST_SEARCH_EMBEDDING_API_KEY',
    kind: text,
    default: '',
    secret: true,
    doc: "API key for `search.embeddingBaseUrl`; local servers don't need one.",
  },
  'mcp.mode': {
    environment: 'DOCWRIGHT_HOST_MCP_MODE',
    kind: mode,
    default: 'bundle',
    doc: 'Whether the site has an MCP server at /mcp: bundle (if the bundle has the search service), on or off. Never in an air-gapped deployment.',
  },
  'assistant.mode': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MODE',
    kind: mode,
    default: 'bundle',
    doc: "Whether the site's assistant answers questions: bundle (according to the bundle's features), on or off. Without a model, it quotes the best passages. Never in an air-gapped deployment.",
  },
  'assistant.baseUrl': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_BASE_URL',
    kind: plainAddress,
    default: undefined,
    doc: 'Base address of an OpenAI-compatible server (Ollama, llama.cpp, vLLM, LM Studio, a gateway), such as http://127.0.0.1:11434/v1. Empty: no model.',
  },
  'assistant.model': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MODEL',
    kind: text,
    default: '',
    doc: 'Name of the model at `assistant.baseUrl`.',
  },
  'assistant.apiKey': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_API_KEY',
    kind: text,
    default: '',
    secret: true,
    doc: "API key for `assistant.baseUrl`; local servers don't need one.",
  },
  'assistant.name': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_NAME',
    kind: text,
    default: '',
    doc: "Title of the panel. Empty: the default in the page's language.",
  },
  'assistant.greeting': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_GREETING',
    kind: text,
    default: '',
    doc: "Text shown in an empty panel. Empty: the default in the page's language.",
  },
  'assistant.starters': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_STARTERS',
    kind: text,
    default: '',
    doc: 'Questions suggested in an empty panel, at most six, separated by `|`.',
  },
  'assistant.instructions': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_INSTRUCTIONS',
    kind: text,
    default: '',
    doc: "Instructions for the model in addition to its own rules, such as tone and names. Readers can discover them: don't put secrets here.",
  },
  'assistant.timeoutSeconds': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_TIMEOUT_SECONDS',
    kind: integer(1, 600),
    default: '60',
    doc: "Maximum duration of a model's answer. After that, the best passages are shown.",
  },
  'assistant.silenceSeconds': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_SILENCE_SECONDS',
    kind: integer(1, 600),
    default: '30',
    doc: "Time without any data from the model's server after which the best passages are shown. A local model is silent while it is loaded and reads the pages: increase this value if that takes longer.",
  },
  'assistant.messagesPerMinute': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MESSAGES_PER_MINUTE',
    kind: integer(1, 1_000_000),
    default: '20',
    doc: 'Maximum number of messages per client address.',
  },
  'assistant.messagesPerDay': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MESSAGES_PER_DAY',
    kind: integer(1, 10_000_000),
    default: '10000',
    doc: 'Maximum number of messages per client address in 24 hours.',
  },
  'assistant.maxConcurrent': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_MAX_CONCURRENT',
    kind: integer(1, 10_000),
    default: '200',
    doc: 'Maximum concurrent model answers; one client address can use at most half of them. Further messages get status 503.',
  },
  'assistant.clientAddressHeader': {
    environment: 'DOCWRIGHT_HOST_ASSISTANT_CLIENT_ADDRESS_HEADER',
    kind: matching(/^[\w-]*$/, 'the name of a header'),
    default: '',
    doc: "Header in which your proxy reports the client's address, such as X-Forwarded-For. Its last address is used for the limits, for the playground proxy, and to count different readers within a day. Empty: the address of the connection.",
  },
} as const satisfies SettingTable;
