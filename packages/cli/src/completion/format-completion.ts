import { flattenTree, type CommandNode, type OptionNode } from './read-command-tree.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * Formats a script that the shell sources. It contains the whole command tree, so that completion doesn't start a
 * process.
 */
export function formatCompletion(shell: Shell, program: CommandNode): string {
  switch (shell) {
    case 'bash':
      return formatBash(program);
    case 'zsh':
      return formatZsh(program);
    case 'fish':
      return formatFish(program);
  }
}

interface Word {
  readonly word: string;
  readonly description: string;
}

/**
 * Lists the words that can follow a command: its subcommands, the choices of its argument, its options, and the
 * program's options.
 */
function wordsAfter(node: CommandNode, program: CommandNode): Word[] {
  const options = [...node.options, ...(node === program ? [] : program.options)];
  return [
    ...node.commands.map(({ path, description }) => ({ word: path.at(-1) ?? '', description })),
    ...node.arguments.flatMap(({ choices, description }) => choices.map((word) => ({ word, description }))),
    ...options.flatMap(({ names, description }) => names.map((word) => ({ word, description }))),
    { word: '--help', description: 'Show help for the command.' },
  ];
}

/** Lists the options that can be followed by a file, because the kind of their value is unknown. */
function fileOptions(nodes: readonly CommandNode[]): string[] {
  const options = nodes.flatMap((node) => node.options);
  const free = options.filter(({ takesValue, choices }) => takesValue && choices.length === 0);
  return [...new Set(free.flatMap(({ names }) => names))];
}

function formatBash(program: CommandNode): string {
  const nodes = flattenTree(program);
  return `_docwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${pathCases(nodes, 'path')}
    esac
  done
  case "$path $previous" in
${choiceCases(nodes, (choices) => `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current"))`)}
  esac
  case "$previous" in
    ${fileOptions(nodes).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$path" in
${nodes
  .map(
    (node) =>
      `    "${shellPath(node.path)}") COMPREPLY=($(compgen -W '${wordsAfter(node, program)
        .map(({ word }) => word)
        .join(' ')}' -- "$current")) ;;`,
  )
  .join('\n')}
  esac
  if [[ \${#COMPREPLY[@]} -eq 0 && "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _docwright docwright
`;
}

/** Formats the zsh script. zsh shows a description of each word. If a value has choices, it must be one of them. */
function formatZsh(program: CommandNode): string {
  const nodes = flattenTree(program);
  const words = (node: CommandNode): string =>
    wordsAfter(node, program)
      .map(({ word, description }) => `        ${zshQuote(`${word}:${description}`)}`)
      .join('\n');
  return `#compdef docwright
_docwright() {
  local context="" word
  local -a entries
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$context $word" in
${pathCases(nodes, 'context')}
    esac
  done
  case "$context \${words[CURRENT-1]}" in
${choiceCases(nodes, (choices) => `compadd -- ${choices.map(zshQuote).join(' ')}`)}
  esac
  case "\${words[CURRENT-1]}" in
    ${fileOptions(nodes).join('|')}) _files; return ;;
  esac
  case "$context" in
${nodes.map((node) => `    "${shellPath(node.path)}") entries=(\n${words(node)}\n      ) ;;`).join('\n')}
  esac
  _describe command entries
  [[ "\${words[CURRENT]}" == -* ]] || _files
}
if [[ "\${funcstack[1]}" == _docwright ]]; then
  _docwright "$@"
else
  compdef _docwright docwright
fi
`;
}

/**
 * Formats the cases that add the words before the cursor to the command's path, which a variable stores. Options can
 * appear anywhere between the words.
 */
function pathCases(nodes: readonly CommandNode[], variable: string): string {
  return nodes
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      "${shellPath(path)}") ${variable}="${shellPath(path)}" ;;`)
    .join('\n');
}

/**
 * Formats the cases for the choices of options. Options with the same name can have different choices in each command.
 */
function choiceCases(nodes: readonly CommandNode[], offer: (choices: readonly string[]) => string): string {
  const cases = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ names, choices }) => {
        const patterns = names.map((name) => `"${shellPath([...path, name])}"`).join('|');
        return `    ${patterns}) ${offer(choices)}; return ;;`;
      }),
  );
  return cases.join('\n');
}

const shellPath = (path: readonly string[]): string => path.map((word) => ` ${word}`).join('');

const zshQuote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function formatFish(program: CommandNode): string {
  const lines = flattenTree(program).flatMap((node) => {
    const condition = fishCondition(node);
    const commands = node.commands.map(
      (child) =>
        `complete -c docwright -f ${condition} -a ${child.path.at(-1) ?? ''} -d ${fishQuote(child.description)}`,
    );
    const choices = node.arguments.flatMap((argument) =>
      argument.choices.map((choice) => `complete -c docwright -f ${condition} -a ${choice}`),
    );
    return [
      ...commands,
      ...choices,
      ...node.options.map((option) => fishOption(option, node.path.length === 0 ? '' : condition)),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function fishCondition({ path, commands }: CommandNode): string {
  if (path.length === 0) return '-n __fish_use_subcommand';
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const none =
    commands.length === 0
      ? ''
      : `; and not __fish_seen_subcommand_from ${commands.map((child) => child.path.at(-1)).join(' ')}`;
  return `-n '${seen}${none}'`;
}

function fishOption({ names, description, takesValue, choices }: OptionNode, condition: string): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  const value = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : '';
  return ['complete -c docwright', condition, `${flags}${value}`, `-d ${fishQuote(description)}`]
    .filter((part) => part !== '')
    .join(' ');
}

const fishQuote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
