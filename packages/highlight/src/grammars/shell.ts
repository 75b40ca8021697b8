/** PowerShell and Dockerfiles. */
import { words } from '../lexer.ts';
import type { Grammar } from '../lexer.ts';
import { doubleQuoted, hashComment, singleQuoted, space } from './pieces.ts';

export function powershellGrammar(): Grammar {
  const known = words([
    'begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for foreach from function hidden if in param process return static switch throw trap try until using while',
    'k',
  ]);
  return {
    ignoreCase: true,
    states: {
      main: [
        space,
        { match: /<#[^]*?(?:#>|(?![^]))/, token: 'c' },
        hashComment,
        { match: /@"\r?\n[^]*?(?:\n"@|(?![^]))|@'\r?\n[^]*?(?:\n'@|(?![^]))/, token: 's' },
        { match: /"/, token: 's', push: 'quoted' },
        { match: /'[^'\n]*'?/, token: 's' },
        { match: /\$(?:true|false|null)\b/, token: 'n' },
        { match: /\$\{[^}\n]*\}?|\$(?:\w+:)?\w+|\$[?^$]/, token: 'v' },
        { match: /\[[A-Za-z][\w.]*(?:\[\])?\]/, token: 't' },
        {
          match:
            /(?<=\s)-(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split|join|is|isnot|as|and|or|not|xor|f)\b/,
          token: 'k',
        },
        // The approved verbs: any other word with a dash is a file or an option.
        {
          match:
            /\b(?:Add|Clear|Close|Compare|Connect|Convert(?:From|To)?|Copy|Disable|Disconnect|Enable|Enter|Exit|Expand|Export|Find|ForEach|Format|Get|Group|Import|Install|Invoke|Join|Measure|Move|New|Out|Pop|Publish|Push|Read|Receive|Register|Remove|Rename|Resolve|Restart|Save|Select|Send|Set|Show|Sort|Split|Start|Stop|Tee|Test|Unblock|Uninstall|Update|Use|Wait|Where|Write)-[A-Za-z]\w*/,
          token: 'f',
        },
        { match: /(?<=\s)@\w+/, token: 'v' },
        { match: /(?<=\s)-[A-Za-z][\w-]*/, token: '' },
        { match: /\b\d+(?:\.\d+)?(?:[kmgtp]b)?\b/, token: 'n' },
        { match: /(?<=\.)[A-Za-z_]\w*(?=\()/, token: 'f' },
        { match: /[A-Za-z_][\w-]*/, token: '', words: known },
      ],
      quoted: [
        { match: /[^"`$]+/, token: 's' },
        { match: /`[^]/, token: 's' },
        { match: /""/, token: 's' },
        { match: /"/, token: 's', pop: 1 },
        { match: /\$\(/, token: '', push: 'sub' },
        { match: /\$\{[^}\n]*\}?|\$\w+/, token: 'v' },
        { match: /\$/, token: 's' },
      ],
      sub: [
        { match: /\)/, token: '', pop: 1 },
        { match: /\$\w+/, token: 'v' },
        { match: /[^)$\n]+/, token: '' },
        { match: /\n/, token: '', pop: 1 },
      ],
    },
  };
}

export function dockerGrammar(): Grammar {
  return {
    ignoreCase: true,
    states: {
      main: [
        { match: /^\s*#[^\n]*/, token: 'c' },
        {
          match:
            /^\s*(?:FROM|RUN|CMD|LABEL|MAINTAINER|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)\b/,
          token: 'k',
        },
        { match: /(?<=\s)AS(?=\s)/, token: 'k' },
        doubleQuoted,
        singleQuoted,
        { match: /[^\s"'#]+/, token: '' },
        space,
      ],
    },
  };
}
