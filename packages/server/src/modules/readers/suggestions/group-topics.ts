import { questionStems } from '@docwright/site-assistant';
import { countShared, countVisitors, type Signal } from './signal.ts';

export interface Topic {
  /** The topic's stems, sorted. */
  readonly stems: readonly string[];
  readonly signals: readonly Signal[];
}

/** Maximum number of wordings, because each is compared with every topic. Those with the fewest readers are omitted. */
export const maxWordings = 1_000;
const maxStems = 20;
/** Maximum number of characters, because text without spaces is one word of any length. */
const maxStemLength = 64;

/**
 * Groups searches and questions into topics only by their words: the same question in different words is a different
 * topic.
 * @param known existing topics, which keep their stems and so their IDs
 */
export function groupTopics(
  signals: readonly Signal[],
  known: readonly (readonly string[])[],
): { readonly topics: readonly Topic[]; readonly complete: boolean } {
  const wordings = findWordings(signals);
  const topics = known.map((stems) => ({ stems, set: new Set(stems), signals: [] as Signal[] }));
  for (const wording of wordings.slice(0, maxWordings)) {
    const set = new Set(wording.stems);
    const topic = topics.find((one) => isSameTopic(one.set, set));
    if (topic === undefined) topics.push({ stems: wording.stems, set, signals: [...wording.signals] });
    else topic.signals.push(...wording.signals);
  }
  return {
    topics: topics.map(({ stems, signals: own }) => ({ stems, signals: own })),
    complete: wordings.length <= maxWordings,
  };
}

/** Groups signals by their set of stems, sorted by most readers, then by fewest words. */
function findWordings(signals: readonly Signal[]): readonly Topic[] {
  const byStems = new Map<string, { stems: readonly string[]; signals: Signal[] }>();
  for (const signal of signals) {
    const words = questionStems(signal.text ?? '').map((stem) => stem.slice(0, maxStemLength));
    const stems = [...new Set(words)].slice(0, maxStems).sort();
    if (stems.length === 0) continue;
    const key = stems.join(' ');
    const known = byStems.get(key);
    if (known === undefined) byStems.set(key, { stems, signals: [signal] });
    else known.signals.push(signal);
  }
  return [...byStems]
    .map(([key, wording]) => ({ ...wording, key, visitors: countVisitors(wording.signals) }))
    .sort((a, b) => b.visitors - a.visitors || a.stems.length - b.stems.length || (a.key < b.key ? -1 : 1));
}

/**
 * Whether the topic and the wording share at least half of all their words, or the wording contains every word of the
 * topic, which must have at least two.
 */
function isSameTopic(topic: ReadonlySet<string>, wording: ReadonlySet<string>): boolean {
  const common = countShared(topic, wording);
  return (topic.size >= 2 && common === topic.size) || common / (topic.size + wording.size - common) >= 0.5;
}
