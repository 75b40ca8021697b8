import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSymbols } from './find-symbols.ts';

const find = (text: string): string[] => findSymbols(text).map(({ kind, name, line }) => `${line} ${kind} ${name}`);

test('methods without a keyword are found in classes and interfaces, at the indentation of the first member', () => {
  const typescript = `export class Client<T> extends Base {
  readonly #box = open(1);

  constructor(
    private readonly url: string,
  ) {
    super(url);
    if (url === '') {
      fail(url);
    }
  }
  // sends(nothing)
  static async send<Body>(body: Body): Promise<void> {
    post(body);
  }
  get size(): number {
    return sizeOf(this);
  }
  handler = (event: Event) => use(event);
}
send(1);
interface Port {
  read(path: string): Promise<string>;
  onEnd: (code: number) => void;
}
class Empty {}
later(2);
`;
  assert.deepEqual(find(typescript), [
    '1 class Client',
    '4 method constructor',
    '13 method send',
    '16 method size',
    '22 interface Port',
    '23 method read',
    '26 class Empty',
  ]);
  const java = `public final class Reader implements Closeable {
    @Override
    public Map<String, List<Integer>> readAll(Path path) throws IOException {
        return parse(path);
    }

    Reader(int size) { this.size = size; }
}
`;
  assert.deepEqual(find(java), ['1 class Reader', '3 method readAll', '7 method Reader']);
  const csharp = 'public class Cart\n{\n    public int Count()\n    {\n        return Sum(1);\n    }\n}\nTotal(1);\n';
  assert.deepEqual(find(csharp), ['1 class Cart', '3 method Count']);
});

test('names in Go’s groups, and statics in Rust, are found', () => {
  const go =
    'const (\n\t// A is first.\n\tA = iota\n\tB\n)\n\nvar (\n\terrGone = errors.New(\n\t\t"gone",\n\t)\n)\n\nfunc use() {\n\tcall(A)\n}\n';
  assert.deepEqual(find(go), ['3 const A', '4 const B', '8 var errGone', '13 func use']);
  const rust = 'pub static DEFAULT: &str = "a";\nstatic mut COUNT: u8 = 0;\nfn get() -> &\'static str { "b" }\n';
  assert.deepEqual(find(rust), ['1 static DEFAULT', '2 static COUNT', '3 fn get']);
});

test('a class that never ends, deep nesting and long lines are read', () => {
  const nested = Array.from({ length: 20_000 }, (_, at) => `${' '.repeat(at % 300)}class C${at} {`).join('\n');
  assert.equal(findSymbols(nested).filter(({ kind }) => kind === 'class').length, 20_000);
  assert.deepEqual(find(`class A {\n  ${'a<'.repeat(100_000)}(\n  ${' a'.repeat(100_000)}(\n`), ['1 class A']);
  assert.deepEqual(find('class A\n\0\n'), ['1 class A']);
});
