/** Simulates a provider's cache for a job's requests: which bytes it reads, writes, and counts as new. */

type Fields = Readonly<Record<string, unknown>>;
const asFields = (value: unknown): Fields => Object(value) as Fields;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** A request's blocks, without marks, in the order in which providers cache them. */
interface Blocks {
  readonly texts: readonly string[];
  /** Numbers of the blocks, counted from 1, that a mark follows, in ascending order. */
  readonly marks: readonly number[];
}

/** Number of a request's tokens; about 4 bytes each. */
export interface CachedTokens {
  readonly total: number;
  readonly read: number;
  readonly written: number;
}

/** Number of blocks before a mark in which the provider searches for an entry, as documented by Anthropic. */
const lookBack = 20;

/** Creates a model's cache. Requests must be passed in order. */
export function createPromptCache(): (body: Fields) => CachedTokens {
  const entries = new Set<string>();
  return (body) => {
    const { texts, marks } = toBlocks(body);
    const sizes = texts.map((text) => Math.ceil(Buffer.byteLength(text) / 4));
    const sum = (end: number): number => sizes.slice(0, end).reduce((total, size) => total + size, 0);
    const prefix = (end: number): string => texts.slice(0, end).join('\n');
    const looked = marks.toReversed().flatMap((end) => Array.from({ length: lookBack }, (_, back) => end - back));
    const hit = looked.find((end) => end > 0 && entries.has(prefix(end))) ?? 0;
    const last = marks.at(-1) ?? 0;
    for (const end of marks) entries.add(prefix(end));
    return { total: sum(texts.length), read: sum(hit), written: sum(last) - sum(hit) };
  };
}

/** Supports Anthropic's Messages, Bedrock's Converse, OpenRouter's Chat Completions, and OpenAI's Responses. */
function toBlocks(body: Fields): Blocks {
  const { tools, toolConfig, system, messages, input } = body;
  const listed = [
    ...asList(tools ?? asFields(toolConfig)['tools']),
    ...(typeof system === 'string' ? [system] : asList(system)),
    ...asList(messages ?? input).flatMap(toContentBlocks),
  ];
  const texts: string[] = [];
  const marks = new Set<number>();
  for (const block of listed) {
    const { cachePoint, cache_control, ...rest } = asFields(block);
    if (cachePoint === undefined) texts.push(typeof block === 'string' ? block : JSON.stringify(rest));
    if (cachePoint !== undefined || cache_control !== undefined) marks.add(texts.length);
  }
  // OpenRouter itself marks the last block; OpenAI caches every prefix.
  if (body['cache_control'] !== undefined) marks.add(texts.length);
  if (input !== undefined) for (const index of texts.keys()) marks.add(index + 1);
  return { texts, marks: [...marks].sort((a, b) => a - b) };
}

/** A message's blocks, or the message itself if its content is text. */
function toContentBlocks(message: unknown): unknown[] {
  const { role, content, ...rest } = asFields(message);
  if (!Array.isArray(content)) return [message];
  return content.map((block: unknown) => ({ role, ...rest, ...asFields(block) }));
}
