import { CommanderError, type Command } from 'commander';

/** Minimum length of a prefix for which a suggestion is made. */
const minPrefix = 2;
const maxSuggestions = 4;

/**
 * Adds a suggestion to a usage error: commander compares spellings, but doesn't recognize `proj` as a prefix of
 * `projects`. For people, also adds the command's usage line.
 */
export function explainUsageError(error: CommanderError, command: Command, isForPeople: boolean): CommanderError {
  // Help or the version was requested, or a command group has printed its commands.
  if (error.exitCode === 0 || error.code === 'commander.help') return error;
  const names = error.message.includes('Did you mean') ? [] : suggestionsFor(error, command);
  const path = toPath(command);
  const lines = [
    error.message,
    ...describeOption(error, command),
    ...(names.length > 0 ? [`(Did you mean ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}?)`] : []),
    ...(isForPeople ? [`Usage: ${path} ${command.usage()}`, `Run ${path} --help for details.`] : []),
  ];
  return new CommanderError(error.exitCode, error.code, lines.join('\n'));
}

/** Describes the option whose value is missing. */
function describeOption({ code, message }: CommanderError, command: Command): readonly string[] {
  if (code !== 'commander.optionMissingArgument') return [];
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)]
    .filter(({ flags }) => message.includes(`'${flags}'`))
    .map((option) => `(${option.flags}: ${help.optionDescription(option)})`);
}

/** Formats a command's full name, such as `docwright projects create`. */
const toPath = (command: Command): string =>
  command.parent === null ? command.name() : `${toPath(command.parent)} ${command.name()}`;

function suggestionsFor({ code, message }: CommanderError, command: Command): readonly string[] {
  const unknown = /'([^']+)'/.exec(message)?.[1] ?? '';
  if (unknown.replace(/^-+/, '').length < minPrefix) return [];
  return namesFor(code, command)
    .filter((name) => name.startsWith(unknown))
    .slice(0, maxSuggestions);
}

function namesFor(code: string, command: Command): readonly string[] {
  const help = command.createHelp();
  switch (code) {
    case 'commander.unknownCommand':
      return help.visibleCommands(command).map((child) => child.name());
    case 'commander.unknownOption':
      return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(({ long }) => long ?? []);
    default:
      return [];
  }
}
