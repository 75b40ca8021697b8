/**
 * Parses JSON (RFC 8259) into a tree with the position of each value in the text, so that an edit can change some bytes
 * and keep the author's formatting elsewhere. Comments and trailing commas, which editors allow, are skipped.
 */
export interface JsonSpan {
  /** Offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
}
export interface JsonString extends JsonSpan {
  readonly type: 'string';
  readonly value: string;
}
export interface JsonMember {
  readonly key: JsonString;
  readonly value: JsonNode;
}
export interface JsonObject extends JsonSpan {
  readonly type: 'object';
  readonly members: readonly JsonMember[];
}
export interface JsonArray extends JsonSpan {
  readonly type: 'array';
  readonly items: readonly JsonNode[];
}
export interface JsonScalar extends JsonSpan {
  readonly type: 'scalar';
  readonly value: number | boolean | null;
}
export type JsonNode = JsonObject | JsonArray | JsonString | JsonScalar;

export class JsonSyntaxError extends Error {
  /** 1-based. */
  readonly line: number;
  constructor(text: string, offset: number, expected: string) {
    const line = text.slice(0, offset).split('\n').length;
    const found = offset < text.length ? JSON.stringify(text.slice(offset, offset + 10)) : 'the end';
    super(`line ${line}: expected ${expected}, found ${found}`);
    this.name = 'JsonSyntaxError';
    this.line = line;
  }
}

const maxDepth = 200;

/** @throws {JsonSyntaxError} if the text isn't valid */
export function parseJson(text: string): JsonNode {
  const reader = new JsonReader(text);
  const node = reader.readValue(0);
  reader.skipSpace();
  if (reader.at < text.length) throw new JsonSyntaxError(text, reader.at, 'the end');
  return node;
}

const whiteSpace = /\s*/y;

class JsonReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  readValue(depth: number): JsonNode {
    this.skipSpace();
    if (depth > maxDepth) throw new JsonSyntaxError(this.text, this.at, `at most ${maxDepth} levels`);
    const first = this.text[this.at];
    if (first === '{') return this.readObject(depth);
    if (first === '[') return this.readArray(depth);
    if (first === '"') return this.readString();
    return this.readScalar();
  }

  readObject(depth: number): JsonObject {
    const start = this.at++;
    const members: JsonMember[] = [];
    while (!this.closes('}')) {
      if (this.text[this.at] !== '"') throw new JsonSyntaxError(this.text, this.at, 'a key in double quotes or "}"');
      const key = this.readString();
      this.skipSpace();
      if (this.text[this.at] !== ':') throw new JsonSyntaxError(this.text, this.at, '":"');
      this.at++;
      members.push({ key, value: this.readValue(depth + 1) });
      this.readSeparator('}');
    }
    return { type: 'object', start, end: this.at, members };
  }

  readArray(depth: number): JsonArray {
    const start = this.at++;
    const items: JsonNode[] = [];
    while (!this.closes(']')) {
      items.push(this.readValue(depth + 1));
      this.readSeparator(']');
    }
    return { type: 'array', start, end: this.at, items };
  }

  readString(): JsonString {
    const start = this.at;
    const token = /"(?:[^"\\\n\r]|\\.)*"/y;
    token.lastIndex = start;
    const match = token.exec(this.text);
    if (match === null) throw new JsonSyntaxError(this.text, start, 'a string that ends on its line');
    this.at = token.lastIndex;
    try {
      return { type: 'string', start, end: this.at, value: String(JSON.parse(match[0])) };
    } catch {
      // JSON.parse reports only an offset inside the token; ours reports the line of the file.
      throw new JsonSyntaxError(this.text, start, 'a string without control characters or unknown escapes');
    }
  }

  readScalar(): JsonScalar {
    const start = this.at;
    const token = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    token.lastIndex = start;
    const match = token.exec(this.text);
    if (match === null) throw new JsonSyntaxError(this.text, start, 'a value');
    this.at = token.lastIndex;
    return { type: 'scalar', start, end: this.at, value: JSON.parse(match[0]) as number | boolean | null };
  }

  /** Consumes `bracket` if it is next; returns whether it did. */
  closes(bracket: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== bracket) return false;
    this.at++;
    return true;
  }

  readSeparator(bracket: string): void {
    this.skipSpace();
    if (this.text[this.at] === ',') this.at++;
    else if (this.text[this.at] !== bracket) throw new JsonSyntaxError(this.text, this.at, `"," or "${bracket}"`);
  }

  skipSpace(): void {
    for (;;) {
      whiteSpace.lastIndex = this.at;
      whiteSpace.exec(this.text);
      this.at = whiteSpace.lastIndex;
      const end = this.#endOfComment();
      if (end === undefined) return;
      this.at = end;
    }
  }

  /** Returns the offset after the comment that begins here; `undefined` if no comment begins here, or it is unclosed. */
  #endOfComment(): number | undefined {
    if (this.text.startsWith('//', this.at)) {
      const lineEnd = this.text.indexOf('\n', this.at);
      return lineEnd === -1 ? this.text.length : lineEnd;
    }
    if (!this.text.startsWith('/*', this.at)) return undefined;
    const close = this.text.indexOf('*/', this.at + 2);
    return close === -1 ? undefined : close + 2;
  }
}

export function findMember(node: JsonNode | undefined, key: string): JsonMember | undefined {
  // If a key is repeated, the last one wins, as in JSON.parse.
  return node?.type === 'object' ? node.members.findLast((member) => member.key.value === key) : undefined;
}

export function findStringMember(node: JsonNode | undefined, key: string): JsonString | undefined {
  const value = findMember(node, key)?.value;
  return value?.type === 'string' ? value : undefined;
}
