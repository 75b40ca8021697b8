import { flattenTree, type CommandNode, type OptionNode } from './read-command-tree.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A script that the shell sources. It holds the whole tree: completing starts no process. */
export function formatCompletion(shell: Shell, program: CommandNode): string {
  switch (shell) {
    case 'bash':
      return formatBash(program);
    case 'zsh':
      // zsh reads bash's form, with descriptions left out: one script to keep right.
      return `#compdef docwright\nautoload -U +X bashcompinit && bashcompinit\n${formatBash(program)}`;
    case 'fish':
      return formatFish(program);
  }
}

/** Words that may follow a command: its commands, the choices of its argument, its options and those of the program. */
function wordsAfter(node: CommandNode, program: CommandNode): string[] {
  const options = [...node.options, ...(node === program ? [] : program.options)];
  return [
    ...node.commands.map(({ path }) => path.at(-1) ?? ''),
    ...node.arguments.flatMap(({ choices }) => choices),
    ...options.flatMap(({ names }) => names),
    '--help',
  ];
}

function formatBash(program: CommandNode): string {
  const nodes = flattenTree(program);
  const values = nodes
    .flatMap(({ options }) => options)
    .filter(({ takesValue, choices }) => takesValue && choices.length === 0)
    .flatMap(({ names }) => names);
  return `_docwright() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${nodes
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      "${bashPath(path)}") path="${bashPath(path)}" ;;`)
  .join('\n')}
    esac
  done
  case "$path $previous" in
${nodes.flatMap(bashChoices).join('\n')}
  esac
  case "$previous" in
    ${[...new Set(values)].join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$path" in
${nodes.map((node) => `    "${bashPath(node.path)}") COMPREPLY=($(compgen -W '${wordsAfter(node, program).join(' ')}' -- "$current")) ;;`).join('\n')}
  esac
  if [[ \${#COMPREPLY[@]} -eq 0 && "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _docwright docwright
`;
}

/** An option of one name may have other choices in each command. */
function bashChoices({ path, options }: CommandNode): string[] {
  return options
    .filter(({ choices }) => choices.length > 0)
    .map(({ names, choices }) => {
      const patterns = names.map((name) => `"${bashPath([...path, name])}"`).join('|');
      return `    ${patterns}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$current")); return ;;`;
    });
}

const bashPath = (path: readonly string[]): string => path.map((word) => ` ${word}`).join('');

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
