/** A generated documentation site of any size. The same number of pages always has the same text. */

const words =
  'the service reads every page of a site and writes its parts in order so that a reader finds what the author meant without asking again a token opens the door for one request only while the queue keeps the others waiting until the worker has answered or the deadline has passed'.split(
    ' ',
  );

export interface GeneratedPage {
  /** The path, such as `guides/section-03/page-0042`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
}

const pagesPerSection = 25;

/**
 * Generates pages. Each has 600 words, 6 headings, 3 code blocks in 3 languages, a table, a list, and links to its
 * neighbors.
 */
export function generatePages(count: number): GeneratedPage[] {
  return Array.from({ length: count }, (_, index) => {
    const path = pagePath(index);
    const next = pagePath((index + 1) % count);
    const random = createRandom(index + 1);
    const sections = Array.from({ length: 6 }, (_, part) => section({ part, index, next, random }));
    return {
      path,
      title: `Page ${index} about ${words[index % words.length] ?? 'pages'}`,
      description: `What to know of part ${index}.`,
      body: sections.join('\n'),
    };
  });
}

export function pagePath(index: number): string {
  return `guides/section-${pad(Math.floor(index / pagesPerSection), 3)}/page-${pad(index, 5)}`;
}

interface SectionRequest {
  readonly part: number;
  readonly index: number;
  readonly next: string;
  readonly random: () => number;
}

function section({ part, index, next, random }: SectionRequest): string {
  const text = `## Part ${part} of page ${index}\n\n${paragraph(50, random)} See [the next page](/${next}).\n\n${paragraph(50, random)}\n`;
  switch (part) {
    case 0:
      return `${text}\n\`\`\`javascript\nimport { open } from 'service';\n\n// Page ${index}\nexport async function read(id) {\n  const answer = await open(\`/items/\${id}\`, { retries: ${index} });\n  if (!answer.ok) throw new Error('not found');\n  return answer.json();\n}\n\`\`\`\n`;
    case 2:
      return `${text}\n\`\`\`python\nfrom service import open\n\ndef read(item: str) -> dict:\n    """Reads item ${index}."""\n    answer = open(f"/items/{item}", retries=${index})\n    return answer.json() if answer.ok else {}\n\`\`\`\n`;
    case 3:
      return `${text}\n| Name | Type | Meaning |\n| --- | --- | --- |\n| \`id\` | string | ${paragraph(4, random)} |\n| \`size\` | number | ${paragraph(4, random)} |\n| \`open\` | boolean | ${paragraph(4, random)} |\n`;
    case 4:
      return `${text}\n\`\`\`bash\n# Page ${index}\ncurl -X POST "https://api.example.com/items/${index}" \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -d '{"size": ${index}}' | jq .id\n\`\`\`\n`;
    case 5:
      return `${text}\n- **First** ${paragraph(5, random)}\n- *Second* ${paragraph(5, random)}\n- [Third](/${next}) ${paragraph(5, random)}\n`;
    default:
      return text;
  }
}

function paragraph(length: number, random: () => number): string {
  const text = Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? 'the').join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Creates a linear congruential generator (Numerical Recipes), which is repeatable and good enough for prose. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
