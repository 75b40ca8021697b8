import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { AgentError } from '../errors.ts';
import { maxImageBytes } from '../images/image-type.ts';
import { describeImage } from '../images/shown-images.ts';
import type { JobImage, JobImages, JsonValue, Overlay } from '../ports.ts';
import { redactSecrets } from '../policy/find-secrets.ts';
import { finishName } from '../tools/finish.ts';
import { ToolError } from '../errors.ts';
import type { AgentTool, TurnContext } from '../tools/tool.ts';
import { finishTurn } from './finish-turn.ts';
import type { FinishRequest } from './finish-turn.ts';
import type { JournaledCall, JournaledResult, ToolResultsData } from './journal-data.ts';
import type { TurnState } from './turn-state.ts';
import { countOf } from '../text/count-of.ts';

export interface CallContext extends TurnContext {
  readonly images: JobImages | undefined;
  readonly tools: readonly AgentTool[];
  /** The images that people attached, by prompt. */
  readonly attached: readonly (readonly JobImage[])[];
  readonly secrets: readonly string[];
  /** The prompts of all turns of the job. */
  readonly asked: string;
  /** The changes that the job's pull request shows; `undefined` if nothing can be unpublished. */
  readonly published: Overlay | undefined;
  /** The turn whose answer contains these calls. */
  readonly state: TurnState;
  readonly now: () => number;
}

/**
 * Runs the calls of one answer in their order, `finish` last. A failed call becomes an error result; only errors that
 * end the turn are thrown.
 */
export async function runToolCalls(
  calls: readonly JournaledCall[],
  context: CallContext,
): Promise<Omit<ToolResultsData, 'seen' | 'changed'>> {
  const startedAt = context.now();
  const results: JournaledResult[] = [];
  const fingerprints: string[] = [];
  const seen = new Set(context.state.imagesShown);
  let ending: Pick<ToolResultsData, 'finished' | 'refusal'> = {};
  const ordered = calls
    .map((call) => ({ ...call, input: toInput(call, context.tools) }))
    .sort((a, b) => Number(a.name === finishName) - Number(b.name === finishName));
  for (const call of ordered) {
    context.signal.throwIfAborted();
    if (context.state.last !== undefined && call.name !== finishName) {
      results.push(toErrorResult(call, new ToolError('not_run', 'this was the last answer, so only finish is run')));
      continue;
    }
    const result = isRunnableFinish(call, context)
      ? await runFinish(call, results, context).then((finish) => {
          ending = finish.ending;
          return finish.result;
        })
      : await runCall(call, context, seen);
    const fingerprint = fingerprintOf(call, result);
    fingerprints.push(fingerprint);
    results.push(breakLoops(result, countRepeats(fingerprint, fingerprints, context.state), context));
    if (ending.finished !== undefined) break;
  }
  const elapsedMs = Math.round(context.now() - startedAt);
  return { results: inOrder(calls, results), fingerprints, ...ending, elapsedMs };
}

function isRunnableFinish(call: JournaledCall, context: CallContext): boolean {
  return call.name === finishName && findInputProblem(call, context.tools) === undefined;
}

async function runFinish(
  call: JournaledCall,
  others: readonly JournaledResult[],
  context: CallContext,
): Promise<{ result: JournaledResult; ending: Pick<ToolResultsData, 'finished' | 'refusal'> }> {
  const failed = context.state.last === undefined ? others.find((result) => result.isError) : undefined;
  if (failed !== undefined) {
    const error = new ToolError(
      'finish_refused',
      `the call to \`${failed.name}\` in the same answer failed; check its result first`,
    );
    return { result: toErrorResult(call, error), ending: {} };
  }
  const decision = await finishTurn(call.input as unknown as FinishRequest, context);
  if (decision.kind === 'refused') {
    return { result: toErrorResult(call, decision.error), ending: { refusal: decision.refusal } };
  }
  const output = { accepted: true, result: decision.finished.result };
  return { result: { id: call.id, name: call.name, output, isError: false }, ending: { finished: decision.finished } };
}

/** @param seen digests of the images that the model has seen; digests of this call's images are added */
async function runCall(call: JournaledCall, context: CallContext, seen: Set<string>): Promise<JournaledResult> {
  try {
    const problem = findInputProblem(call, context.tools);
    if (problem !== undefined) throw problem;
    const tool = context.tools.find((candidate) => candidate.name === call.name);
    if (tool === undefined) throw new ToolError('unknown_tool', `unknown tool "${call.name}"`);
    const shown: JobImage[] = [];
    const show = async (name: string, bytes: Uint8Array): Promise<void> => {
      shown.push(await keepImage(name, bytes, { context, seen }));
    };
    const requireShowable = (): void => void requireRoomForImage({ context, seen });
    const output = await tool.run(call.input, { ...context, requireShowable, show });
    const images = shown.length > 0 && { images: shown };
    return { id: call.id, name: call.name, output: fitOutput(output, context), isError: false, ...images };
  } catch (error) {
    if (error instanceof ToolError) return toErrorResult(call, error, context);
    throw error;
  }
}

/** Maximum number of images that tools show in a turn. */
const maxShownImages = 20;

interface ImagesOfTurn {
  readonly context: CallContext;
  readonly seen: Set<string>;
}

function requireRoomForImage({ context: { images, state }, seen }: ImagesOfTurn): JobImages {
  if (images === undefined || state.withoutImages)
    throw new ToolError('not_shown', "the model's provider accepts no images");
  if (seen.size >= maxShownImages)
    throw new ToolError('not_shown', `at most ${maxShownImages} images are shown in a turn`);
  return images;
}

/** Stores an image before the journal names it. */
async function keepImage(name: string, bytes: Uint8Array, turn: ImagesOfTurn): Promise<JobImage> {
  const images = requireRoomForImage(turn);
  const { seen } = turn;
  if (bytes.length > maxImageBytes)
    throw new ToolError('not_shown', `"${name}" has ${bytes.length} bytes; at most ${maxImageBytes} can be shown`);
  const image = describeImage(name, bytes);
  if (image === undefined) throw new ToolError('not_image', `"${name}" is not a PNG, JPEG, WebP or GIF image`);
  if (seen.has(image.digest))
    throw new ToolError('not_shown', `you have already seen this image: "${name}" looks the same`);
  await images.save(image, bytes);
  seen.add(image.digest);
  return image;
}

/**
 * Normalizes the arguments: some models write `null` for an omitted argument, and write lists, objects or all arguments
 * as JSON strings.
 */
function toInput({ name, input }: JournaledCall, tools: readonly AgentTool[]): JsonValue {
  const whole = typeof input === 'string' ? (parseStructure(input) ?? input) : input;
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  const properties: Readonly<Record<string, TSchema>> =
    tools.find((candidate) => candidate.name === name)?.input.properties ?? {};
  return Object.fromEntries(
    Object.entries(whole).flatMap(([key, value]): [string, JsonValue][] => {
      if (value === null) return [];
      const schema = properties[key];
      const isMisread = typeof value === 'string' && schema !== undefined && !Check(schema, value);
      return [[key, isMisread ? (parseStructure(value) ?? value) : value]];
    }),
  );
}

function parseStructure(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function findInputProblem(call: JournaledCall, tools: readonly AgentTool[]): ToolError | undefined {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined)
    return new ToolError(
      'unknown_tool',
      `there is no tool "${call.name.slice(0, 100)}"; the tools are ${tools.map((t) => t.name).join(', ')}`,
    );
  if (call.problem !== undefined) return new ToolError('invalid_input', call.problem);
  if (Check(tool.input, call.input)) return undefined;
  const problems = [...Errors(tool.input, call.input)]
    .slice(0, 5)
    .map((error) => `${error.instancePath || '(input)'} ${error.message}`);
  return new ToolError(
    'invalid_input',
    `the input of \`${call.name}\` does not match its schema: ${problems.join('; ')}`,
  );
}

function toErrorResult(call: JournaledCall, error: ToolError, context?: CallContext): JournaledResult {
  const output = { error: { code: error.code, message: error.message, ...error.detail } } as unknown as JsonValue;
  return {
    id: call.id,
    name: call.name,
    output: context === undefined ? output : fitOutput(output, context),
    isError: true,
  };
}

/** Truncates results that are too long for a model and redacts configured secrets in files. */
function fitOutput(output: JsonValue, context: CallContext): JsonValue {
  let text = JSON.stringify(output);
  const known = context.secrets.filter(
    (secret) => secret.length >= 6 && text.includes(JSON.stringify(secret).slice(1, -1)),
  );
  for (const secret of known)
    text = text.replaceAll(JSON.stringify(secret).slice(1, -1), '[redacted: configured secret]');
  const limit = context.workspace.policy.limits.maxToolResultBytes;
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return known.length === 0 ? output : (JSON.parse(text) as JsonValue);
  return {
    truncated: `the result has ${bytes} bytes; the limit is ${limit}. Request less.`,
    beginning: redactSecrets(text.slice(0, limit / 2).toWellFormed(), known),
  };
}

function fingerprintOf(call: JournaledCall, result: JournaledResult): string {
  return createHash('sha256')
    .update(JSON.stringify([call.name, call.input, result.output]))
    .digest('base64url')
    .slice(0, 22);
}

function countRepeats(fingerprint: string, now: readonly string[], state: TurnState): number {
  return (state.repeats.get(fingerprint) ?? 0) + now.filter((other) => other === fingerprint).length;
}

/** Warns the model about identical calls with identical results, and ends the turn if they continue. */
function breakLoops(result: JournaledResult, repeats: number, context: CallContext): JournaledResult {
  const { repeatWarnAt, repeatStopAt } = context.workspace.policy.limits;
  if (repeats >= repeatStopAt) {
    throw new AgentError(
      'agent_loop',
      `the model made the same call to \`${result.name}\` ${countOf(repeats, 'time')} with the same result`,
      {
        remedy: 'Make the request more precise, or use a stronger model.',
      },
    );
  }
  if (repeats < repeatWarnAt) return result;
  const warning = `this is the ${repeats}th identical call with an identical result; the turn stops at ${repeatStopAt}. Do something else, or call finish.`;
  return { ...result, output: { warning, result: result.output } };
}

/** Orders the results: providers expect one for every call, in the order of the calls. */
function inOrder(calls: readonly JournaledCall[], results: readonly JournaledResult[]): JournaledResult[] {
  return calls.map((call) => {
    const found = results.find((result) => result.id === call.id);
    return (
      found ?? {
        id: call.id,
        name: call.name,
        output: { error: { code: 'not_run', message: 'the turn was finished before this call' } },
        isError: true,
      }
    );
  });
}
