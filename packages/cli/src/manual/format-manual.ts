import { flattenTree, type CommandNode, type OptionNode } from '../completion/read-command-tree.ts';
import { exitCodes } from '../exit-codes.ts';

const head = `---
title: "Command line"
description: "Every command of docwright, its arguments, options and exit codes."
boost: 0.5
---

{/* Generated from the commands by scripts/generate-cli-docs.ts. Change the commands and generate it again. */}

\`docwright\` runs the service, builds and checks sites without a service, and uses a service through its API. In a clone, run
\`npm exec docwright -- <command>\`.

## How commands find the service and the key

Commands that use a service look for its address in this order. Only the key in the same row is sent to that address:

| Address from | Key |
| --- | --- |
| \`--base-url\` or \`DOCWRIGHT_BASE_URL\` | \`--api-key\`, then \`DOCWRIGHT_API_KEY\`, then the key saved with this address |
| \`cli.json\` of a data folder that you named (\`--data-dir\`, or an absolute path in \`DOCWRIGHT_DATA_DIR\`) | the same |
| \`cli.json\` of the nearest \`.docwright\` folder, where \`docwright up\` saves it | only the key in that file. If \`--api-key\` or \`DOCWRIGHT_API_KEY\` differs, the command fails with \`address_needed\`: specify the address as well |
| the file that \`docwright login\` saves in your home folder | \`--api-key\`, then \`DOCWRIGHT_API_KEY\`, then the saved key |

A \`cli.json\` that someone else might have written is ignored with a warning. This applies if the file belongs to another user, if other users can open it (its mode
is not 600), if it is a symbolic link, or if git tracks it. \`docwright login\` never uses an address from the current folder.

## Commands in folders from other people

\`import\`, \`init\`, \`build\`, \`validate\`, \`preview\` and \`projects create --from\` don't run anything from the folder (no scripts, configuration files, git
hooks or git filters) and don't read \`.env\` files. They write only inside the folder that you name, don't follow symbolic links out of it, and give
files the mode 644. Names, messages and logs are printed without control characters. \`docwright up\` and the other commands that run a
service are different: a data folder can make them run programs. A data folder inside a repository is rejected unless you name it.

## How commands find the project

Commands for one project use the first of these:

1. \`--project\`
2. \`DOCWRIGHT_PROJECT\`
3. the file \`.docwright.json\`, which \`docwright link\` writes to a folder and which also applies to its subfolders
4. the only project that the key can access

The file contains the service's address and the project's ID but no secrets, so you can commit it with your docs.

## Output

With \`--json\`, a command writes one JSON object to stdout and nothing else. Errors are also written to stdout, as
\`{"error", "code"}\`. Without \`--json\`, results are written to stdout, and progress and errors to stderr. Colors are used only in a
terminal, and only if \`NO_COLOR\` isn't set.
`;

/** Formats the manual's command-line page as MDX. */
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
  choices.length === 0 ? description : `${description}; values: ${choices.join(', ')}`;

/** Escapes text for MDX and tables. */
const escape = (text: string): string => text.replaceAll(/[<{|]/g, (character) => `\\${character}`);
