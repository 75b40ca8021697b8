// Runs one docwright command in GitHub Actions: inputs are environment variables, outputs are lines of a file.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';

const env = process.env;
const input = (/** @type {string} */ name) => env[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
const workspace = env['GITHUB_WORKSPACE'] ?? process.cwd();

/** @type {Readonly<Record<string, () => Promise<void>>>} */
const commands = { validate, export: exportSite, deploy };
const command = commands[input('command') || 'validate'];
if (command === undefined)
  fail(`"${input('command')}" is not a command. Valid commands: ${Object.keys(commands).join(', ')}.`);
await command();

async function validate() {
  const { code, output } = await docwright(['validate', input('folder') || '.', '--format', 'github'], true);
  setOutput('errors', String(output.split('\n').filter((line) => line.startsWith('::error ')).length));
  process.exitCode = code;
}

async function exportSite() {
  const bundle = resolve(workspace, input('out') || 'site.tar.gz');
  const project = input('project') ? ['--project', input('project')] : [];
  await docwrightJson(['export', ...project, '--out', bundle, '--force', '--strict']);
  setOutput('bundle', bundle);
}

async function deploy() {
  const project = input('project') ? ['--project', input('project')] : [];
  const preview = input('preview') ? ['--preview', input('preview')] : [];
  const { url, commit } = await docwrightJson(['deploy', ...project, ...preview, '--wait']);
  setOutput('url', url ?? '');
  setOutput('commit', commit?.sha ?? '');
}

/** @param {readonly string[]} args */
async function docwrightJson(args) {
  for (const name of ['base-url', 'api-key'])
    if (input(name) === '') fail(`The input "${name}" is missing; "${args[0]}" needs a service.`);
  const { code, output } = await docwright([...args, '--json'], false);
  const result = JSON.parse(output.trim().split('\n').at(-1) || '{}');
  if (code !== 0) fail(result.message ?? result.error ?? `docwright ${args[0]} exited with code ${code}`);
  return result;
}

/**
 * @param {readonly string[]} args
 * @param {boolean} isShown whether the output is written to the log
 * @returns {Promise<{ code: number, output: string }>}
 */
function docwright(args, isShown) {
  const archive = input('package');
  const [program, ...first] =
    archive === '' ? ['docwright'] : ['npm', 'exec', '--yes', `--package=${archive}`, '--', 'docwright'];
  const child = spawn(program, [...first, ...args], {
    cwd: workspace,
    env: { ...env, DOCWRIGHT_BASE_URL: input('base-url'), DOCWRIGHT_API_KEY: input('api-key') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (isShown) process.stdout.write(text);
  });
  return new Promise((resolveRun) => {
    child.once('error', () =>
      fail('The docwright command is not installed. Install it in an earlier step, or set the input "package".'),
    );
    child.once('close', (code) => resolveRun({ code: code ?? 1, output }));
  });
}

/**
 * @param {string} name
 * @param {string} value
 */
function setOutput(name, value) {
  const end = randomUUID();
  if (env['GITHUB_OUTPUT']) appendFileSync(env['GITHUB_OUTPUT'], `${name}<<${end}\n${value}\n${end}\n`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  const escaped = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::error title=Docwright::${escaped}\n`);
  process.exit(1);
}
