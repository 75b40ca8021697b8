import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { Budget, ExpressionFault, Interpreter, JsxElement, parseExpression, Scope, type Value } from './index.ts';

function evaluate(text: string, names: Readonly<Record<string, Value>> = {}, steps = 100_000): Value {
  const parsed = parseExpression(text);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
  assert.ok(parsed.node);
  const scope = new Scope();
  for (const [name, value] of Object.entries(names)) scope.declare(name, value);
  return new Interpreter(new Budget(steps)).evaluate(parsed.node, scope);
}

/** The code of the fault of an expression; `''` if it succeeds. */
function faultOf(text: string): string {
  try {
    evaluate(text);
    return '';
  } catch (error) {
    assert.ok(error instanceof ExpressionFault, String(error));
    return error.code;
  }
}

/** Converts the interpreter's values (objects without a prototype) to plain values, to compare them. */
const plain = (value: Value): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;

test('console calls don’t affect a component’s result', () => {
  assert.equal(evaluate('(() => { console.error("x", 1); console.log(); return 2; })()'), 2);
});

test('values that a global can’t convert cause a fault, and deep JSON is rejected', () => {
  for (const text of [
    'JSON.parse("{")',
    'decodeURIComponent("%")',
    'String.fromCodePoint(-1)',
    'String.fromCodePoint(2 ** 31)',
  ])
    assert.equal(faultOf(text), 'expression-error', text);
  assert.equal(faultOf('JSON.parse("[".repeat(60) + "]".repeat(60))'), 'expression-limit');
  assert.equal(faultOf('JSON.parse("[".repeat(100000))'), 'expression-error');
});

test('dates are computed in UTC, and the build time isn’t available', () => {
  assert.equal(evaluate('new Date("March 4, 2025").getDate() + new Date("2025-03-04T10:00").getHours()'), 14);
  assert.equal(evaluate('new Date(2025, 0, 5).toLocaleDateString()'), '1/5/2025');
  for (const text of ['new Date()', 'Date.now()', 'Date()']) assert.equal(faultOf(text), 'unsupported-expression');
  assert.equal(faultOf('new Date("x").toISOString()'), 'expression-error');
  assert.equal(faultOf('new Date("2025-03-04").toLocaleDateString("no locale")'), 'expression-error');
});

describe('an expression has the same value as in JavaScript', () => {
  const sameAsEngine = [
    'new Date("2025-03-04") - new Date("2024-01-02T00:00:00Z")',
    '["2024-01-02", "2025-03-04"].sort((a, b) => new Date(b) - new Date(a))',
    'new Date("2025-03-04") > new Date("2024-01-02")',
    'new Date("2025-03-04").toISOString() + new Date(1e12).getTime() + new Date("x").getTime()',
    'new Date("2025-03-04").toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" })',
    'Date.UTC(2025, 0, 5) + Date.parse("2025-03-04")',
    'JSON.stringify({ at: new Date("2025-03-04"), none: new Date("x") })',
    '1 + 2 * 3 ** 2 - 4 / 2 % 3',
    '(1 + 2) * 3',
    '-(2 ** 2) + +"3"',
    '1 + "2" + 3',
    '"3" * "4"',
    '5 > 3 && "a" < "b" || 0',
    'null ?? undefined ?? "x"',
    '0 || "" || "last"',
    '1 === 1.0 && 1 == "1" && null == undefined && !(null == 0)',
    '6 & 3 | 8',
    '!0 && !!1 && ~5',
    'typeof 1 + typeof "" + typeof undefined + typeof (() => 1) + typeof {} + typeof notDefined',
    '1 ? 2 ? "a" : "b" : "c"',
    '(1, 2, 3)',
    '`a${1 + 1}b${"c"}`',
    '`a\\n${[1, [2, null]]}`',
    '[1, ...[2, 3], ..."ab"]',
    '[..."a😀b"].length',
    '({ a: 1, ...{ b: 2, a: 3 }, ["c" + 1]: 4, "d-e": 5 })',
    '({ a: { b: [1, { c: 2 }] } }).a.b[1].c',
    '({ a: null }).a?.b.c.d',
    '({}).a?.[0]?.b',
    '({}).f?.(1)',
    '[1, 2, 3].map((x) => x * 2).filter((x) => x > 2)',
    '[{ n: "a" }, { n: "b" }].map(({ n }, i) => `${i}${n}`).join("-")',
    '[3, 1, 2].sort()',
    '[3, 1, 10].sort((a, b) => a - b)',
    '[1, 2, 3].reduce((sum, x) => sum + x, 10)',
    '[[1, 2], [3]].flat().concat([4], 5)',
    '[1, 2].flatMap((x) => [x, x * 10])',
    '[1, 2, 3].slice(-2).includes(3)',
    '[1, 2, 3].find((x) => x > 1)',
    '[1, 2, 3].at(-1)',
    '[...new Set([1, 2, 1]).add(3).add(1)]',
    '((set) => [set.delete(1), set.delete(5), set.has(1), set.size])(new Set([1, 2]))',
    'Object.entries({ a: 1, b: 2 }).map(([key, value]) => key + value)',
    'Object.keys({ b: 1, a: 2 })',
    'Object.fromEntries([["a", 1]])',
    'JSON.stringify({ a: [1, "x", null, true], b: { c: undefined } })',
    'JSON.stringify([1, { a: 2 }], null, 2)',
    'Math.max(1, 5, 3) + Math.round(2.5) + Math.floor(-1.5)',
    '(1234.5).toFixed(2) + (255).toString(16)',
    '"Hello".toUpperCase().slice(1, 3) + "x".repeat(3) + "a".padStart(3, "-")',
    '"a-b-c".split("-").reverse()',
    '"a1b22".replace(/\\d+/g, "<$&>")',
    '"John Smith".replace(/(\\w+) (\\w+)/, "$2, $1")',
    '"a b  c".split(/\\s+/)',
    '"a,b;c".split(/([,;])/)',
    '"aXbX".replaceAll("X", "-").replace("b", (m) => m + m)',
    '"abcabc".match(/b(c)/)?.[1]',
    '"abcabc".match(/b/g)',
    '"nothing".match(/x/)',
    '"abc".search(/c/)',
    '/^\\d+$/.test("123") && !/^\\d+$/.test("12a")',
    '(() => { const m = /b(c)?/.exec("abd"); return [...m, m.index, m.input, m.length]; })()',
    '/x/.exec("abc")',
    '"abcabc".match(/bc/).index',
    '[..."a1 b2".matchAll(/([a-z])(\\d)/g)].map((m) => [m[1], m[2], m.index])',
    '(() => { const links = []; const r = /\\[([^\\]]+)\\]\\(([^)]+)\\)/g; let m; while ((m = r.exec("[a](b) [c](d)")) !== null) links.push([m[1], m[2], m.index, r.lastIndex]); return [links, r.lastIndex]; })()',
    '(() => { const r = /a/g; return [r.test("aba"), r.lastIndex, r.test("aba"), r.test("aba"), r.lastIndex]; })()',
    '(() => { const r = /a/y; r.lastIndex = 2; return [r.test("bba"), r.test("bba"), r.lastIndex]; })()',
    '(() => { const r = /a/g; r.lastIndex = 9; return [r.exec("a"), r.lastIndex, r.source, r.flags, r.global]; })()',
    '(() => { const found = []; for (const text of ["a", "b"]) found.push(/[ab]/g.exec(text)[0]); return found; })()',
    '"camelCaseName".replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase())',
    '"".split("")',
    '"aaa".replace("", "x")',
    '((a, { b = 2, ...rest } = {}, ...more) => [a, b, rest, more])(1, { c: 3 }, 4, 5)',
    '(() => { let sum = 0; for (const x of [1, 2, 3]) { if (x === 2) continue; sum += x; } return sum; })()',
    '(() => { let i = 0; while (true) { if (++i > 3) break; } return i; })()',
    '(() => { for (let i = 0; i < 3; i++) if (i === 1) return i; })()',
    '(() => { switch ("b") { case "a": return 1; case "b": case "c": return 2; default: return 3; } })()',
    '(() => { try { throw new Error("x"); } catch (error) { return 1; } })()',
    '(() => { const o = { n: 1 }; o.n += 4; o.m ??= 7; return o; })()',
    '(() => { function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } return f(9); })()',
    '"a" in { a: 1 }',
    'Array.from({ length: 3 }, (_, index) => String.fromCharCode(65 + index)).join("")',
    'String.fromCodePoint(128512, 97) + String(5)',
    'JSON.stringify(JSON.parse(\'{"a":[1,null,true,"x",{"b":-0.5}],"__proto__":1}\').a)',
    'Math.trunc(-2.5) + Math.sign(-3) + Math.hypot(3, 4) + Math.log2(8) + Math.log10(1000) + Math.cbrt(27)',
    'decodeURIComponent(encodeURIComponent("ä &")) + encodeURI("a b/ü") + isNaN("x") + isFinite("1")',
    'Array.of(1, 2).length',
    'Number([5]) + Number("0x10") + parseInt("12px", 10)',
    'Array.from({ length: 3 }, (_, i) => i * i)',
    'encodeURIComponent("a b&c") + btoa("hi") + atob("aGk=")',
    '[1, [2, [3]]] + ""',
    '[] + {} + null + undefined + true',
  ];
  for (const text of sameAsEngine) {
    test(text, () => {
      // The reference is the engine itself.
      const expected = runInThisContext(`(${text})`) as Value;
      assert.deepEqual(plain(evaluate(text)), plain(expected));
    });
  }

  test('JSX is evaluated to elements with their props and children', () => {
    const element = evaluate('<Card title="a&amp;b" n={1 + 1} {...{ x: true }}>text {1}<b/></Card>');
    assert.ok(element instanceof JsxElement);
    assert.equal(element.tag, 'Card');
    assert.deepEqual({ ...element.props }, { title: 'a&b', n: 2, x: true });
    assert.deepEqual(element.children.slice(0, 2), ['text ', 1]);
  });

  test('hooks return their first value', () => {
    assert.deepEqual(plain(evaluate('[useState(1)[0], React.useMemo(() => 2, []), useRef(3).current]')), [1, 2, 3]);
  });
});

describe('the builder’s internals are unreachable from an expression', () => {
  const nothing = [
    '[].constructor',
    '"".constructor',
    '(1).constructor',
    '(() => 1).constructor',
    '(() => 1).call',
    '({}).constructor',
    '({}).__proto__',
    '[].__proto__',
    '({}).toString',
    '(<a/>).constructor',
    '/x/.constructor',
    '/x/.compile',
    'Math.constructor',
    'Math.max.constructor',
    'Object.prototype',
    'Object.constructor',
    'React.constructor',
    'React.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED',
    'globalThis.process',
    'globalThis.constructor',
    'user.constructor',
    '[].map.constructor',
    '"".replace.constructor',
    'JSON.stringify.prototype',
    'useState.constructor',
  ];
  for (const text of nothing) test(`${text} is undefined`, () => assert.equal(evaluate(text), undefined));

  const unknown = [
    'process',
    'require',
    'module',
    'Function',
    'eval',
    'fetch',
    'import_',
    'Buffer',
    'global',
    'window',
  ];
  for (const name of unknown) test(`${name} is not defined`, () => assert.equal(faultOf(name), 'undefined-name'));

  const refused = [
    'new Function("return process")()',
    '[].constructor.constructor("return process")()',
    '(() => 1).constructor("return process")()',
    'import("node:fs")',
    'import.meta.url',
    'this',
    'new Proxy({}, {})',
    '(async () => 1)()',
    '(function* () { yield 1; })()',
    '({ get a() { return 1; } })',
    'String.raw`x`',
    'delete Math.max',
    'class A {}',
    '[].length = 1e9',
    '(() => { Math.max.x = 1; })()',
    '(() => { "".x = 1; })()',
    '(() => { undefinedName = 1; })()',
    '"x".replace(/(?=x)/, "")',
    '"x".match(/(x)\\1/)',
  ];
  for (const text of refused) test(`${text} is rejected`, () => assert.notEqual(faultOf(text), ''));

  test('a key named __proto__ is an ordinary key', () => {
    const value = evaluate('(() => { const o = {}; o["__proto__"] = { bad: 1 }; o.constructor = 2; return o; })()');
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor']);
    evaluate('Object.assign({}, JSON, { ["__proto__"]: { polluted: 1 } })');
    evaluate('({ ...{ ["__proto__"]: { polluted: 1 } } })');
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  test('changes to global names in one evaluation don’t affect the next', () => {
    assert.equal(evaluate('(() => { Math.leak = 1; React.leak = 2; user.leak = 3; return Math.leak; })()'), 1);
    assert.equal(evaluate('Math.leak ?? React.leak ?? user.leak'), undefined);
  });

  test('a literal pattern keeps no state between evaluations', () => {
    for (let time = 0; time < 3; time++) assert.equal(evaluate('/a/gy.test("aa") && "aa".match(/a/g).length'), 2);
  });
});

describe('the limits of an expression', () => {
  const double = (end: string): string =>
    `(() => { let l = ["x"]; for (let i = 0; i < 60; i++) l = [l, l]; return ${end}; })()`;
  const limits: Readonly<Record<string, string>> = {
    'an endless loop': '(() => { for (;;); })()',
    'an endless while': '(() => { while (true) {} })()',
    'endless recursion': '(() => { const f = () => f(); return f(); })()',
    'text that doubles': '(() => { let t = "x"; for (;;) t += t; })()',
    'a template that doubles': '(() => { let t = "x"; for (;;) t = `${t}${t}`; })()',
    'a list that doubles': '(() => { let l = [1]; for (;;) l = [...l, ...l]; })()',
    'a list that is pushed to forever': '(() => { const l = []; for (;;) l.push(1); })()',
    'a flattened list of lists': 'Array.from({ length: 9999 }, () => Array.from({ length: 9999 })).flat()',
    'a product of lists': 'Array.from({ length: 9999 }).flatMap(() => Array.from({ length: 9999 }))',
    'concatenated lists': '[].concat(...Array.from({ length: 9999 }, () => Array.from({ length: 9999 })))',
    'nested lists as text': double('`${l}`'),
    'joined nested lists': double('l.join("")'),
    'nested lists as a number': double('l * 1'),
    'nested lists as JSON': double('JSON.stringify(l)'),
    'compared nested lists': double('l < 1'),
    'nested lists as a key': double('({})[l]'),
    'sorted nested lists': double('[l, l].sort()'),
    'text repeated in itself': '"x".repeat(1000000).replaceAll("", "y".repeat(1000000))',
    'split text': '"x".repeat(1000000).split("")',
    'a pattern that matches the same position forever': '(() => { while (/a/.exec("a")); })()',
    'a pattern that matches nothing forever': '(() => { const r = /b*/g; while (r.exec("aaa") !== null); })()',
    'a search from every position of a string':
      '(() => { const r = /b$/g; const t = "a".repeat(1000000); for (let i = 0; i < 1000000; i++) { r.lastIndex = i; r.exec(t); } })()',
    'many joined strings': 'Array.from({ length: 9999 }, () => "x".repeat(100000)).join()',
  };
  for (const [name, text] of Object.entries(limits)) {
    test(`stop ${name}`, () => assert.match(faultOf(text), /^(?:expression-limit|unsupported-expression)$/));
  }

  test('don’t apply to patterns that backtrack exponentially in JavaScript', () => {
    assert.equal(evaluate(`/(a+)+$/.test("${'a'.repeat(5000)}!")`), false);
    assert.equal(evaluate(`/(a|a)*b/.test("${'a'.repeat(5000)}")`), false);
    assert.equal(evaluate(`"${'a'.repeat(40)}".match(/${'a?'.repeat(40)}${'a'.repeat(40)}/)?.length`), 1);
  });

  test('permit only faults and range errors for a list that contains itself', () => {
    for (const end of ['l + ""', 'JSON.stringify(l)', 'l.join()', 'l * 1', 'l.flat().length']) {
      const text = `(() => { const l = [1]; l.push(l); return ${end}; })()`;
      try {
        evaluate(text);
      } catch (error) {
        // The renderer turns both into an issue.
        assert.ok(error instanceof ExpressionFault || error instanceof RangeError, String(error));
      }
    }
  });

  test('are named in the fault', () => {
    assert.throws(() => evaluate('(() => { for (;;); })()', {}, 5000), /more than 5000 steps on one page/);
    assert.throws(() => evaluate('"x".repeat(999999) + "x".repeat(999999)'), /1999998 characters, more than 1000000/);
  });
});
