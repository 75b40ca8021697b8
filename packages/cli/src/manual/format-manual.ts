import { flattenTree, type CommandNode, type OptionNode } from '../completion/read-command-tree.ts';
import { exitCodes } from '../exit-codes.ts';

const head = `---
title: "Command line"
description: "Every command of docwright, its arguments, options and exit codes."
---

{/* Made from the commands themselves by scripts/generate-cli-docs.ts. Change those, and make it again. */}

\`docwright\` runs the service, builds and checks sites on their own, and speaks to a service over its API. In a clone it is
\`npm exec docwright -- <command>\`.

## Which service, and with which key

Commands that talk to a service look for its address in this order. A key is sent only as the table says:

| Address from | Key |
| --- | --- |
| \`--base-url\` or \`DOCWRIGHT_BASE_URL\` | \`--api-key\`, else \`DOCWRIGHT_API_KEY\`, else the one that was saved with this address |
| \`cli.json\` of a data folder that you named (\`--data-dir\`, or an absolute path in \`DOCWRIGHT_DATA_DIR\`) | the same |
| \`cli.json\` of the nearest \`.docwright\` folder, where \`docwright up\` saves it | only the one in that file. If \`--api-key\` or \`DOCWRIGHT_API_KEY\` is another one, the command ends with \`address_needed\`: name the address, too |
| \`docwright login\`, in your home folder | \`--api-key\`, else \`DOCWRIGHT_API_KEY\`, else the saved one |

A \`cli.json\` that someone else could have written is ignored with a warning: it belongs to another user, other users can open it (its mode is
not 600), it is a symbolic link, or git tracks it. \`docwright login\` never takes an address from the current folder.

## In a folder that you did not write

\`import\`, \`init\`, \`build\`, \`validate\`, \`preview\` and \`projects create --from\` run nothing in the folder: no scripts, configuration files, git hooks
or git filters, and they read no \`.env\` file. They write only inside the folder that you name, follow no symbolic link out of it, and give
files the mode 644. Names, messages and logs are printed without control characters. \`docwright up\` and the other commands that run a
service are different: a data folder is as powerful as a program. One that came with a repository is refused unless you name it.

## Which project

Commands for one project take it from \`--project\`, else from \`DOCWRIGHT_PROJECT\`, else from the file \`.docwright.json\` that
\`docwright link\` writes into a folder and that counts for all folders below it, else it is the only project that the key may use.
The file holds the service's address and the project's id, and no secret: commit it with your docs if you like.

## Output

With \`--json\` a command writes one JSON object to stdout and nothing else; what failed is told there too, as
\`{"error", "code"}\`. Without it, results go to stdout, progress and errors to stderr; colours only to a terminal, and
never with \`NO_COLOR\` set.
`;

/** The manual's page of the command line, as MDX. */
export function formatManual(program: CommandNode): string {
  const [, ...commands] = flattenTree(program);
  const leaves = commands.filter((node) => node.commands.length === 0);
  return [
    head,
    '## Options of every command\n',
    formatOptions(program.options),
    '## Exit codes\n',
    '| Code | Meaning |\n| --- | --- |',
    `${Object.values(exitCodes)
      .map(({ code, meaning }) => `| \`${code}\` | ${meaning} |`)
      .join('\n')}\n`,
    '## Commands\n',
    ...leaves.map(formatCommand),
  ].join('\n');
}

function formatCommand(node: CommandNode): string {
  const words = node.arguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
  const own = node.options.length > 0 ? ['[options]'] : [];
  const usage = ['docwright', ...node.path, ...own, ...words].join(' ');
  const argumentRows = node.arguments.map(
    ({ name, description, choices }) => `| \`<${name}>\` | ${escape(describe(description, choices))} |`,
  );
  const options = node.options.map(toRow);
  const table = [...argumentRows, ...options];
  return [
    `### docwright ${node.path.join(' ')}\n`,
    `${escape(node.description)}\n`,
    `\`\`\`bash\n${usage}\n\`\`\`\n`,
    ...(table.length > 0 ? ['| Argument or option | Meaning |\n| --- | --- |', `${table.join('\n')}\n`] : []),
  ].join('\n');
}

function formatOptions(options: readonly OptionNode[]): string {
  return `| Option | Meaning |\n| --- | --- |\n${options.map(toRow).join('\n')}\n`;
}

const toRow = ({ flags, description, choices }: OptionNode): string =>
  `| \`${flags}\` | ${escape(describe(description, choices))} |`;

const describe = (description: string, choices: readonly string[]): string =>
  choices.length === 0 ? description : `${description}: ${choices.join(', ')}`;

/** Text that MDX and a table take as text. */
const escape = (text: string): string => text.replaceAll(/[<{|]/g, (character) => `\\${character}`);
