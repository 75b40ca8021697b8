/** Go, Rust, C, C++, C#, Java, Kotlin, Swift, Dart, Scala: one builder, with a table for each language. */
import type { Grammar, Rule } from '../lexer.ts';
import { curlyGrammar, doubleQuoted, singleQuoted } from './pieces.ts';

const charQuoted: Rule = { match: /'(?:\\[^][^'\n]{0,10}|[^'\\\n])'/, token: 's' };
const tripleQuoted: Rule = { match: /"""[^]*?(?:"""|(?![^]))/, token: 's' };
const annotation: Rule = { match: /@[A-Za-z_][\w.]*/, token: 't' };

export function goGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
    constants: 'true false nil iota',
    types: '',
    capital: '',
    first: [
      { match: /`[^`]*`?/, token: 's' },
      { match: /(?<=\bpackage\s)\w+/, token: 't' },
      {
        match:
          /(?:string|bool|byte|rune|error|any|u?int(?:8|16|32|64)?|uintptr|float(?:32|64)|complex(?:64|128))\b(?!\s*\()/,
        token: 'k',
      },
      { match: /(?<=\btype\s)\w+/, token: 't' },
      { match: /(?<=[*\]&]|\w\s)[A-Za-z]\w*\.[A-Z]\w*(?=\s*[,){])/, token: 't' },
    ],
    strings: [doubleQuoted, charQuoted],
  });
}

export function rustGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'as async await break const continue crate dyn else enum extern fn for if impl in let loop macro match mod move mut pub ref return self Self static struct super trait type union unsafe use where while yield',
    constants: 'true false',
    types: 'bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64',
    first: [
      { match: /#!?\[/, token: '', push: 'attribute' },
      { match: /(?:Ok|Err|Some|None)\b|[A-Z][a-z]\w*(?=\()/, token: 't' },
      { match: /[A-Z][A-Z0-9_]+\b/, token: 'n' },
      { match: /[A-Za-z_]\w*!(?=\s*[({[])/, token: 'f' },
      { match: /r#"[^]*?(?:"#|(?![^]))|b?r"[^"]*"?/, token: 's' },
      { match: /'[a-z_]\w*(?!')/, token: 't' },
      { match: /[a-z_]\w*(?=::<)/, token: 'f' },
      {
        match: /[a-z_]\w*(?=::)/,
        token: 't',
        words: new Map([
          ['crate', 'k'],
          ['self', 'k'],
          ['super', 'k'],
        ]),
      },
    ],
    strings: [{ match: /b?"[^"\\]*(?:\\[^][^"\\]*)*"?/, token: 's' }, charQuoted],
    states: {
      attribute: [
        { match: /\]|(?=\n)/, token: '', pop: 1 },
        { match: /"[^"\n]*"?/, token: 's' },
        { match: /[A-Z]\w*/, token: 't' },
        { match: /[^\]"A-Z\n]+/, token: '' },
      ],
    },
  });
}

export function cGrammar(plus: boolean): Grammar {
  const extra = plus
    ? ' alignas alignof and and_eq asm catch class co_await co_return co_yield concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept not operator or override private protected public reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using virtual'
    : ' _Alignas _Atomic _Bool _Generic _Noreturn _Static_assert';
  return curlyGrammar({
    keywords: `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool wchar_t${extra}`,
    constants: 'true false NULL nullptr',
    types:
      'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t intptr_t uintptr_t',
    capital: '',
    first: [
      { match: /^[ \t]*#[ \t]*include\b/, token: 'k', push: 'include' },
      { match: /^[ \t]*#[ \t]*\w+/, token: 'k' },
      { match: /(?:L|u8?|U)?R"\([^]*?(?:\)"|(?![^]))/, token: 's' },
      ...(plus ? [{ match: /(?:[A-Za-z_]\w*)(?=::)/, token: 't' } as Rule] : []),
      { match: /(?<=\b(?:struct|class|enum|namespace|typename|union)\s)[A-Za-z_]\w*/, token: 't' },
    ],
    strings: [doubleQuoted, charQuoted],
    states: {
      include: [
        { match: /[ \t]+/, token: '' },
        { match: /<[^>\n]*>?|"[^"\n]*"?/, token: 's', pop: 1 },
        { match: /(?=[^])/, token: '', pop: 1 },
      ],
    },
  });
}

export function csharpGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'abstract add alias as ascending async await base bool break by byte case catch char checked class const continue decimal default delegate descending do double dynamic else enum equals event explicit extern finally fixed float for foreach from get global goto group if implicit in init int interface internal into is join let lock long nameof namespace new not object on operator or and orderby out override params partial private protected public readonly record ref remove return sbyte sealed select set short sizeof stackalloc static string struct switch this throw try typeof uint ulong unchecked unsafe ushort using value var virtual void volatile when where while with yield required',
    constants: 'true false null',
    types: '',
    first: [
      { match: /^[ \t]*#\w+[^\n]*/, token: 'k' },
      { match: /(?:\$@|@\$|@)"[^"]*(?:""[^"]*)*"?/, token: 's' },
      tripleQuoted,
      { match: /<\/?[A-Z]\w*(?=[ >/])(?![^<\n]*\()/, token: '' },
      { match: /\$"/, token: 's', push: 'interpolated' },
      { match: /(?<=\b(?:namespace|using)\s(?:static\s)?)[A-Za-z_][\w.]*(?=\s*[;{]|\s*$)/, token: 't' },
      { match: /[A-Z]\w*(?=\.)/, token: '' },
      { match: /(?<=\.)[A-Za-z_]\w*(?=\s*\(|<[\w\s,.[\]<>?]{1,60}>\()/, token: 'f' },
      { match: /(?<=\.)[A-Za-z_]\w*/, token: '' },
      {
        match: /(?<=\bnew\s)[A-Za-z_]\w*/,
        token: 't',
        words: new Map([
          ['byte', 'k'],
          ['string', 'k'],
          ['int', 'k'],
          ['object', 'k'],
        ]),
      },
      {
        match: /[A-Z]\w*(?=\s*(?:=(?!=|>)|[;,)}\]+*/?-]|&&|\|\||==|!=|=>|\s*\{\s*(?:get|set|init)|\.[A-Z]\w*\())/,
        token: '',
      },
    ],
    strings: [doubleQuoted, charQuoted],
    states: {
      interpolated: [
        { match: /[^"\\{\n]+/, token: 's' },
        { match: /\\[^]|\{\{/, token: 's' },
        { match: /"|(?=\n)/, token: 's', pop: 1 },
        { match: /\{/, token: '', push: 'hole' },
      ],
      hole: [
        { match: /\}/, token: '', pop: 1 },
        { match: /(?=[\n])/, token: '', pop: 1 },
        { match: /"[^"\n]*"?/, token: 's' },
        { match: /[A-Za-z_]\w*(?=\()/, token: 'f' },
        { match: /\d+/, token: 'n' },
        { match: /\w+/, token: '' },
      ],
    },
  });
}

export function javaGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'abstract assert boolean break byte case catch char class const continue default do double else enum exports extends final finally float for goto if implements import instanceof int interface long module native new non-sealed package permits private protected public record requires return sealed short static strictfp super switch synchronized this throw throws transient try var void volatile while yield',
    constants: 'true false null',
    types: '',
    first: [
      { match: /(?:import|package)\b/, token: 'k', push: 'path' },
      annotation,
      tripleQuoted,
      { match: /[A-Z][A-Z0-9_]+\b(?!\s*[(<.])/, token: '' },
      { match: /[A-Z]\w*(?=\s*\.\s*\w|::)/, token: '' },
      { match: /(?<=\bnew\s+)[A-Z]\w*(?=\()/, token: 'f' },
    ],
    strings: [doubleQuoted, singleQuoted],
    states: {
      path: [
        { match: /static\b/, token: 'k' },
        { match: /[A-Za-z_]\w*/, token: 't' },
        { match: /[ \t.*]+/, token: '' },
        { match: /(?=[^])/, token: '', pop: 1 },
      ],
    },
  });
}

export function kotlinGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'abstract actual annotation as break by catch class companion const constructor continue crossinline data delegate do dynamic else enum expect external final finally for fun get if import in infix init inline inner interface internal is lateinit noinline object open operator out override package private protected public reified return sealed set super suspend tailrec this throw try typealias typeof val var vararg when where while',
    constants: 'true false null',
    types: '',
    first: [
      { match: /(?<=\b(?:import|package)\s)[\w.*]+/, token: 't' },
      annotation,
      { match: /[A-Z]\w*(?=\.)/, token: '' },
      { match: /(?<=:\s?)[A-Z]\w*(?=\()/, token: 't' },
      tripleQuoted,
      { match: /"/, token: 's', push: 'interpolated' },
      {
        match: /[a-z]\w*(?=\s*\{)/,
        token: 'f',
        words: new Map(['else', 'try', 'do', 'finally', 'init', 'object', 'get', 'set'].map((word) => [word, 'k'])),
      },
    ],
    strings: [charQuoted],
    states: {
      interpolated: [
        { match: /[^"\\$\n]+/, token: 's' },
        { match: /\\[^]/, token: 's' },
        { match: /"|(?=\n)/, token: 's', pop: 1 },
        { match: /\$\{/, token: '', push: 'hole' },
        { match: /\$\w+/, token: '' },
        { match: /\$/, token: 's' },
      ],
      hole: [
        { match: /\}/, token: '', pop: 1 },
        { match: /"[^"\n]*"?/, token: 's' },
        { match: /[A-Za-z_]\w*(?=\()/, token: 'f' },
        { match: /\w+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  });
}

export function swiftGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'actor any as associatedtype async await break case catch class continue convenience default defer deinit didSet do dynamic else enum extension fallthrough fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy let mutating nonisolated nonmutating open operator optional override package postfix precedencegroup prefix private protocol public repeat required rethrows return self Self set some static struct subscript super switch throw throws try typealias unowned var weak where while willSet',
    constants: 'true false nil',
    types: '',
    first: [
      { match: /[@#][A-Za-z_]\w*/, token: 'k' },
      tripleQuoted,
      { match: /"/, token: 's', push: 'interpolated' },
      { match: /(?<=\bimport\s)\w+/, token: 't' },
      { match: /[A-Z]\w*(?=\.)/, token: '' },
      {
        match: /(?:U?Int(?:8|16|32|64)?|String|Double|Float|Bool|Character|Array|Dictionary|Set|Data|Date|URL|UUID)\b/,
        token: 't',
      },
      { match: /(?<=\b(?:struct|class|enum|protocol|extension|actor)\s)\w+/, token: 't' },
      { match: /(?<=\.)[A-Za-z_]\w*\b(?!\s*\()/, token: '' },
      { match: /[A-Za-z_]\w*(?=:(?!:))/, token: 'f' },
    ],
    strings: [singleQuoted],
    states: {
      interpolated: [
        { match: /[^"\\\n]+/, token: 's' },
        { match: /\\\(/, token: '', push: 'hole' },
        { match: /\\[^]/, token: 's' },
        { match: /"|(?=\n)/, token: 's', pop: 1 },
      ],
      hole: [
        { match: /\(/, token: '', push: 'hole' },
        { match: /\)/, token: '', pop: 1 },
        { match: /"[^"\n]*"?/, token: 's' },
        { match: /[A-Za-z_]\w*(?=\()/, token: 'f' },
        { match: /\w+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  });
}

export function dartGrammar(): Grammar {
  return curlyGrammar({
    keywords:
      'abstract as assert async await break case catch class const continue covariant default deferred do dynamic else enum export extends extension external factory final finally for Function get hide if implements import in interface is late library mixin new on operator part required rethrow return sealed set show static super switch sync this throw try typedef var void when while with yield',
    constants: 'true false null',
    types: 'int double num bool String List Map Set Future Stream Object',
    first: [
      { match: /@[A-Za-z_]\w*/, token: 'k' },
      { match: /[A-Z]\w*(?=\s*\()/, token: 't' },
      { match: /r?'''[^]*?(?:'''|(?![^]))/, token: 's' },
      tripleQuoted,
    ],
    strings: [
      { match: /"/, token: 's', push: 'double' },
      { match: /'/, token: 's', push: 'single' },
    ],
    states: {
      double: [
        { match: /[^"\\$\n]+/, token: 's' },
        { match: /\\[^]/, token: 's' },
        { match: /"|(?=\n)/, token: 's', pop: 1 },
        { match: /\$\{[^}\n]*\}?|\$\w+/, token: '' },
        { match: /\$/, token: 's' },
      ],
      single: [
        { match: /[^'\\$\n]+/, token: 's' },
        { match: /\\[^]/, token: 's' },
        { match: /'|(?=\n)/, token: 's', pop: 1 },
        { match: /\$\{[^}\n]*\}?|\$\w+/, token: '' },
        { match: /\$/, token: 's' },
      ],
    },
  });
}
