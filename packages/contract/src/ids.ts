import { Type } from 'typebox';

/** Prefix of every kind of ID, followed by at least 96 random bits in base62. Clients treat the whole ID as opaque. */
export const idPrefixes = {
  organization: 'org',
  project: 'proj',
  apiKey: 'key',
  publicKey: 'pub',
  agentJob: 'aj',
  automation: 'auto',
  automationRun: 'run',
  automationEvent: 'aev',
  draft: 'dft',
  commentThread: 'cmt',
  comment: 'cm',
  sharedText: 'stx',
  exportJob: 'se',
  siteBundle: 'sb',
  environment: 'env',
  deployment: 'dpl',
  previewPassword: 'pp',
  siteDomain: 'dom',
  readerPassword: 'rp',
  readerKey: 'rk',
  readerSession: 'rs',
  signInTest: 'sit',
  webhookEndpoint: 'whe',
  webhookDelivery: 'whd',
  /** ID of an event, the same for all its endpoints: the `webhook-id` header. */
  webhookMessage: 'msg',
  codeHost: 'ch',
  codeHostHook: 'chh',
  codeHostEvent: 'che',
  feedback: 'fb',
  suggestion: 'sug',
  request: 'req',
  user: 'usr',
  session: 'ses',
  invitation: 'inv',
} as const;

export type IdKind = keyof typeof idPrefixes;

/**
 * Creates the schema of an ID in a path. Any text is accepted, so that an invalid ID is treated like any other unknown
 * ID.
 */
export const Id = (description: string) => Type.String({ description, minLength: 1, maxLength: 200 });

/** The label of a password, in a path: one line, because tools print it. */
export const PasswordLabel = Type.String({
  description: 'Who the password is for, percent-encoded.',
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$',
});

export const DateTime = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} RFC 3339, UTC, milliseconds.` });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
