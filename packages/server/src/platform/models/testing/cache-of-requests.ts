/** What a provider's cache would do with the requests of a job: which bytes it reads, writes, and counts as new. */

type Fields = Readonly<Record<string, unknown>>;
const asFields = (value: unknown): Fields => Object(value) as Fields;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** A request in the order in which providers cache it, as blocks without marks. */
interface Blocks {
  readonly texts: readonly string[];
  /** Numbers of blocks, from 1, after which a mark stands; ascending. */
  readonly marks: readonly number[];
}

/** Tokens of a request; some 4 bytes each. */
export interface CachedTokens {
  readonly total: number;
  readonly read: number;
  readonly written: number;
}

/** Blocks before a mark at which an entry is looked for, as Anthropic documents it. */
const lookBack = 20;

/** The cache of one model. Requests are passed in their order. */
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

/** Of Anthropic's Messages, Bedrock's Converse, OpenRouter's Chat Completions, and OpenAI's Responses. */
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
  // OpenRouter marks the last block itself; OpenAI caches every prefix by itself.
  if (body['cache_control'] !== undefined) marks.add(texts.length);
  if (input !== undefined) for (const index of texts.keys()) marks.add(index + 1);
  return { texts, marks: [...marks].sort((a, b) => a - b) };
}

/** Blocks of a message, or the message if its content is text. */
function toContentBlocks(message: unknown): unknown[] {
  const { role, content, ...rest } = asFields(message);
  if (!Array.isArray(content)) return [message];
  return content.map((block: unknown) => ({ role, ...rest, ...asFields(block) }));
}
