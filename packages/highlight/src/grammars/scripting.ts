/** PHP, Ruby, SQL, Lua, HCL. */
import { words } from '../lexer.ts';
import type { Grammar } from '../lexer.ts';
import { blockComment, doubleQuoted, hashComment, lineComment, number, singleQuoted, space } from './pieces.ts';

export function phpGrammar(): Grammar {
  const known = words(
    [
      'abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends final finally fn for foreach function global goto if implements include include_once instanceof insteadof interface isset list match namespace new or parent print private protected public readonly require require_once return self static switch throw trait try unset use var while xor yield',
      'k',
    ],
    ['bool int float string void mixed never object iterable', 'k'],
    ['true false null TRUE FALSE NULL', 'n'],
  );
  return {
    states: {
      main: [
        space,
        { match: /<\?(?:php|=)?|\?>/, token: '' },
        { match: /#(?!\[)[^\n]*/, token: 'c' },
        lineComment,
        blockComment,
        { match: /<<<[ \t]*['"]?[A-Za-z_]\w*['"]?\n[^]*?(?:\n[ \t]*[A-Z_]+(?=[;,)\n]|(?![^]))|(?![^]))/, token: 's' },
        { match: /"/, token: 's', push: 'quoted' },
        { match: /'[^'\\]*(?:\\[^][^'\\]*)*'?/, token: 's' },
        { match: /\$this\b/, token: 'k' },
        { match: /\${1,9}[A-Za-z_]\w*/, token: 'v' },
        number,
        { match: /(?<=\b(?:new|extends|implements|class|instanceof|use|namespace)\s)\\?[A-Za-z_][\w\\]*/, token: 't' },
        { match: /[A-Za-z_\\][\w\\]*(?=::)/, token: 't', words: known },
        { match: /(?<=(?:->|::))[A-Za-z_]\w*(?=\s*\()/, token: 'f' },
        { match: /(?<=(?:->|::))[A-Za-z_]\w*/, token: '' },
        { match: /[A-Za-z_\\][\w\\]*(?=\s*\()/, token: 'f', words: known },
        { match: /[A-Z][A-Z0-9_]+\b/, token: 'n', words: known },
        { match: /[A-Za-z_\\][\w\\]*/, token: '', words: known },
      ],
      quoted: [
        { match: /[^"\\${]+/, token: 's' },
        { match: /\\[^]/, token: 's' },
        { match: /"/, token: 's', pop: 1 },
        { match: /\$[A-Za-z_]\w*/, token: 'v' },
        { match: /\{(?=\$)/, token: '', push: 'hole' },
        { match: /[${]/, token: 's' },
      ],
      hole: [
        { match: /\}/, token: '', pop: 1 },
        { match: /\$\w+/, token: 'v' },
        { match: /'[^'\n]*'?/, token: 's' },
        { match: /[^}$'\n]+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  };
}

export function rubyGrammar(): Grammar {
  const known = words(
    [
      'BEGIN END alias and begin break case class def defined? do else elsif end ensure extend for if in include module next not or prepend private protected public raise redo rescue retry return self super then undef unless until when while yield attr_accessor attr_reader attr_writer require require_relative __FILE__ __LINE__',
      'k',
    ],
    ['true false nil', 'n'],
    ['puts print p loop lambda proc format sprintf', 'f'],
    ['private protected public attr_accessor attr_reader attr_writer include extend prepend raise', 'k'],
  );
  return {
    states: {
      main: [
        space,
        { match: /^=begin\b[^]*?(?:^=end\b[^\n]*|(?![^]))/, token: 'c' },
        hashComment,
        { match: /<<[~-]?['"]?[A-Z_]+['"]?[^\n]*\n[^]*?(?:\n[ \t]*[A-Z_]{2,}(?=\n|(?![^]))|(?![^]))/, token: 's' },
        { match: /"/, token: 's', push: 'quoted' },
        { match: /'[^'\\]*(?:\\[^][^'\\]*)*'?/, token: 's' },
        { match: /%[wWiIqQ]?(?:\([^)]*\)?|\[[^\]]*\]?|\{[^}]*\}?)/, token: 's' },
        { match: /(?<=[(,=~|&!]\s?)\/[^/\\\n]*(?:\\.[^/\\\n]*)*\/[a-z]*/, token: 's' },
        { match: /::/, token: '' },
        { match: /:(?=[A-Za-z_"])/, token: '' },
        { match: /(?<=:)(?<!::)[A-Za-z_]\w*[?!]?|(?<=:)(?<!::)"[^"\n]*"/, token: 'n' },
        { match: /[A-Za-z_]\w*[?!]?(?=:(?!:))/, token: 'n' },
        { match: /@{1,2}[A-Za-z_]\w*|\$[A-Za-z_]\w*|\$[0-9!@&~]/, token: 'v' },
        number,
        { match: /(?<=\bdef\s)(?:self\.)?[A-Za-z_]\w*[?!=]?/, token: 'f' },
        { match: /[A-Z][A-Z0-9_]+\b(?!::)/, token: '' },
        { match: /[A-Z]\w*/, token: 't' },
        { match: /(?<=\.)new\b/, token: 'k' },
        { match: /(?<=[.])[A-Za-z_]\w*[?!]?/, token: 'f' },
        { match: /[A-Za-z_]\w*[?!]?(?=\()/, token: 'f', words: known },
        { match: /[A-Za-z_]\w*[?!]?/, token: '', words: known },
      ],
      quoted: [
        { match: /[^"\\#]+/, token: 's' },
        { match: /\\[^]/, token: 's' },
        { match: /"/, token: 's', pop: 1 },
        { match: /#\{/, token: '', push: 'hole' },
        { match: /#/, token: 's' },
      ],
      hole: [
        { match: /\}/, token: '', pop: 1 },
        { match: /"[^"\n]*"?|'[^'\n]*'?/, token: 's' },
        { match: /@\w+/, token: 'v' },
        { match: /\w+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  };
}

const sqlKeywords =
  'null percent status stats value match array role message timestamp url data now output day hour minute second month year week state type hash text path level if add after all alter analyze and any as asc authorization backup before begin between by cascade case check cluster column comment commit concurrently constraint copy create cross cube current cursor database declare default deferrable delete desc describe distinct do drop each else elsif end escape except exception exclude execute exists explain extension external fetch filter first following for foreign from full function generated grant group grouping handler having if ignore ilike in index inherits inner insert instead intersect interval into is isnull join key language last lateral left like limit local lock loop materialized merge minus natural no not nothing notnull nulls of off offset on only open or order outer over overlaps owner partition preceding prepare primary privileges procedure public range recursive references refresh regexp rename replace restrict return returning returns revoke right role rollback rollup row rows schema select sequence session set share show similar some start table tablesample temp temporary then ties to top transaction trigger truncate unbounded union unique unlogged update use using vacuum values view when where while window with within without zone';
const sqlFunctions =
  'abs acos approx_count_distinct ascii asin atan atn2 avg cast ceiling char charindex checksum choose coalesce concat concat_ws convert cos cot count count_big cume_dist dateadd datediff datediff_big datefromparts datename datepart datetrunc day degrees dense_rank difference exp first_value floor format getdate getutcdate greatest grouping iif isdate isjson isnull isnumeric json_array json_modify json_object json_query json_value lag last_value lead least left len length log log10 lower ltrim max min month nchar newid ntile nullif parse parsename patindex percent_rank percentile_cont percentile_disc pi power quotename radians rand rank replace replicate reverse right round row_number rtrim sign sin soundex space sqrt square stddev stdev stdevp str string_agg string_escape string_split stuff substring sum sysdatetime tan translate trim try_cast try_convert unicode upper var varp year';
const sqlTypes =
  'bigint bigserial binary bit blob boolean bool bytea char character cidr clob date datetime decimal double enum float inet int integer json jsonb money nchar numeric nvarchar precision real serial smallint text time timestamp timestamptz tinyint uuid varbinary varchar varying xml';

export function sqlGrammar(): Grammar {
  const upper = (list: string) =>
    `${list} ${list.toUpperCase()} ${list.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}`;
  const known = words([upper(sqlKeywords), 'k'], [upper(sqlTypes), 'k'], [upper('true false'), 'n']);
  return {
    ignoreCase: true,
    states: {
      main: [
        space,
        { match: /--[^\n]*/, token: 'c' },
        hashComment,
        blockComment,
        { match: /'[^']*(?:''[^']*)*'?/, token: 's' },
        { match: /"[^"\n]*"?|`[^`\n]*`?/, token: 's' },
        { match: /\$\$[^]*?(?:\$\$|(?![^]))/, token: 's' },
        { match: /[@:]\w+/, token: '' },
        { match: /\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/, token: 'n' },
        { match: new RegExp(`(?:${sqlFunctions.replaceAll(' ', '|')})(?=\\s*\\()`), token: 'f' },
        { match: /[A-Za-z_]\w*/, token: '', words: known },
      ],
    },
  };
}

export function luaGrammar(): Grammar {
  const known = words(
    ['and break do else elseif end for function goto if in local not or repeat return then until while self', 'k'],
    ['true false nil', 'n'],
  );
  return {
    states: {
      main: [
        space,
        { match: /--\[\[[^]*?(?:\]\]|(?![^]))|--[^\n]*/, token: 'c' },
        { match: /\[\[[^]*?(?:\]\]|(?![^]))/, token: 's' },
        doubleQuoted,
        singleQuoted,
        number,
        { match: /[A-Za-z_]\w*(?=\s*[("'{])/, token: 'f', words: known },
        { match: /[A-Za-z_]\w*/, token: '', words: known },
      ],
    },
  };
}

export function hclGrammar(): Grammar {
  const known = words(
    ['resource data variable output locals module provider terraform for in if else endif endfor', 'k'],
    ['true false null', 'n'],
    ['string number bool any list map set object tuple', 't'],
  );
  return {
    states: {
      main: [
        space,
        hashComment,
        lineComment,
        blockComment,
        { match: /<<-?[A-Z_]+\n[^]*?(?:\n[ \t]*[A-Z_]{2,}(?=\n|(?![^]))|(?![^]))/, token: 's' },
        { match: /"/, token: 's', push: 'quoted' },
        number,
        { match: /[A-Za-z_][\w-]*(?=\()/, token: 'f' },
        { match: /^[ \t]*[A-Za-z_][\w-]*(?=[ \t]+["{])/, token: 't', push: 'header' },
        { match: /[A-Za-z_][\w-]*/, token: '', words: known },
      ],
      header: [
        { match: /[ \t]+|"[^"\n]*"/, token: '' },
        { match: /(?=[^])/, token: '', pop: 1 },
      ],
      quoted: [
        { match: /[^"\\$\n]+/, token: 's' },
        { match: /\\[^]/, token: 's' },
        { match: /"|(?=\n)/, token: 's', pop: 1 },
        { match: /\$\{/, token: '', push: 'hole' },
        { match: /\$/, token: 's' },
      ],
      hole: [
        { match: /\}/, token: '', pop: 1 },
        { match: /"[^"\n]*"?/, token: 's' },
        { match: /[A-Za-z_][\w-]*(?=\()/, token: 'f' },
        { match: /[\w.-]+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  };
}
