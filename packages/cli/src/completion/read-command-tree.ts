import type { Command } from 'commander';

export interface OptionNode {
  /** `--out`, and `-o` if the option has a short form. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  /** Flags as the help shows them: `-o, --out <folder>`. */
  readonly flags: string;
}

export interface CommandNode {
  /** Words after `docwright`; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    readonly choices: readonly string[];
  }[];
  readonly options: readonly OptionNode[];
  readonly commands: readonly CommandNode[];
}

/** Returns the commands as data, for generating completions and the manual. */
export function readCommandTree(command: Command, path: readonly string[] = []): CommandNode {
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      choices: argument.argChoices ?? [],
    })),
    options: command.options.map((option) => ({
      names: [option.long, option.short].filter((name) => name !== undefined),
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
      flags: option.flags,
    })),
    commands: command.commands.map((child) => readCommandTree(child, [...path, child.name()])),
  };
}

/** Returns the node and all nodes below it, parents first. */
export function flattenTree(node: CommandNode): CommandNode[] {
  return [node, ...node.commands.flatMap(flattenTree)];
}
