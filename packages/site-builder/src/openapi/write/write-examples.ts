/** The side panel: the request in several languages, the response by status. */
import { writeTabs } from '../../markup/write-tabs.ts';
import type { CodeFence } from '../../markup/code-fence.ts';
import type { Html } from '../../markup/html.ts';
import type { ApiContext } from '../api-context.ts';
import { referenceText } from '../../text/reference-text.ts';
import type { ApiMedia, ApiOperation } from '../describe/describe-operation.ts';
import { makeExample } from '../describe/make-example.ts';
import { type ApiSpec, type Json, fieldOf, listOf, textOf } from '../../site/index.ts';
import { buildRequest, findSampleLanguage, type SampleRequest } from '../samples/index.ts';
import type { ApiSettings } from '../settings.ts';

/** Long examples are truncated: a side panel shows the structure, not a data set. */
const MAX_EXAMPLE_CHARS = 20_000;

export interface ExampleRequest {
  readonly spec: ApiSpec;
  readonly operation: ApiOperation;
  readonly settings: ApiSettings;
  readonly context: ApiContext;
}

export function writeRequestExamples({ spec, operation, settings, context }: ExampleRequest): Html {
  const own = ownSamples(operation.node);
  const generated =
    settings.autogenerateSamples && !operation.path.startsWith('{$')
      ? generatedSamples(
          buildRequest(spec, operation, { onlyRequired: settings.sampleDefaults === 'required' }),
          settings,
        )
      : [];
  // An author's sample replaces the generated sample for the same language.
  const languages = new Set(
    own
      .map(({ label }) => label.toLowerCase())
      .concat(own.map(({ language }) => findSampleLanguage(language)?.label.toLowerCase() ?? '')),
  );
  const samples = [...own, ...generated.filter(({ label }) => !languages.has(label.toLowerCase()))];
  return writeCodeTabs(samples, {
    label: referenceText(context.page.language).request,
    className: 'code-group request-example',
    context,
  });
}

export interface CodeSample {
  readonly label: string;
  readonly language: string;
  readonly code: string;
}

/** `x-codeSamples` (and the older spelling): any languages, in the author's order. */
function ownSamples(node: Json): CodeSample[] {
  const listed = [...listOf(node, 'x-codeSamples'), ...listOf(node, 'x-code-samples')];
  const readme = listOf(fieldOf(node, 'x-readme'), 'code-samples');
  return [...listed, ...readme].flatMap((sample) => {
    const lang = textOf(sample, 'lang') || textOf(sample, 'language');
    const code = textOf(sample, 'source') || textOf(sample, 'code');
    if (code === '') return [];
    const known = findSampleLanguage(lang);
    return [
      {
        label: textOf(sample, 'label') || textOf(sample, 'name') || known?.label || lang || 'Example',
        language: known?.language ?? lang.toLowerCase(),
        code: code.trimEnd(),
      },
    ];
  });
}

export function generatedSamples(request: SampleRequest, settings: ApiSettings): CodeSample[] {
  return settings.sampleLanguages.flatMap((name) => {
    const sample = findSampleLanguage(name);
    return sample === undefined
      ? []
      : [{ label: sample.label, language: sample.language, code: sample.write(request) }];
  });
}

export function writeResponseExamples({ spec, operation, context }: ExampleRequest): Html {
  const samples = operation.responses.flatMap(({ status, media }) => {
    const shown = media.find(({ type }) => /json/i.test(type)) ?? media[0];
    if (shown === undefined) return [];
    const examples = mediaExamples(spec, shown, 'response');
    return examples.map(({ name, value }, index) => ({
      label: examples.length === 1 || index === 0 ? status : `${status} ${name}`,
      ...writeValue(shown.type, value),
    }));
  });
  return writeCodeTabs(samples, {
    label: referenceText(context.page.language).response,
    className: 'code-group response-example',
    context,
  });
}

function mediaExamples(
  spec: ApiSpec,
  media: ApiMedia,
  direction: 'request' | 'response',
): readonly { name: string; value: Json }[] {
  if (media.examples.length > 0) return media.examples.slice(0, 6);
  if (media.schema === undefined) return [];
  return [{ name: 'Example', value: makeExample(spec, media.schema, { direction, onlyRequired: false }) }];
}

function writeValue(type: string, value: Json): { language: string; code: string } {
  const isJson = /json/i.test(type) || type === '*/*';
  const code =
    typeof value === 'string' && (!isJson || /^\s*[[{"]/.test(value)) ? value : JSON.stringify(value, null, 2);
  const language = isJson
    ? 'json'
    : /xml/i.test(type)
      ? 'xml'
      : /html/i.test(type)
        ? 'html'
        : /yaml/i.test(type)
          ? 'yaml'
          : 'text';
  return { language, code: code.length > MAX_EXAMPLE_CHARS ? `${code.slice(0, MAX_EXAMPLE_CHARS)}\n…` : code };
}

/** Writes examples of a webhook's or a message's payload. @param payload the name of examples that have none */
export function writePayloadExamples(
  spec: ApiSpec,
  media: readonly ApiMedia[],
  context: ApiContext,
  payload = 'Example',
): Html {
  const [first] = media;
  if (first === undefined) return '';
  const names = new Map<string, number>();
  const samples = mediaExamples(spec, first, 'request').map(({ name, value }) => {
    const named = name === 'Example' || name === '' ? payload : name;
    const count = (names.get(named) ?? 0) + 1;
    names.set(named, count);
    return { label: count === 1 ? named : `${named} ${count}`, ...writeValue(first.type, value) };
  });
  return writeCodeTabs(samples, {
    label: referenceText(context.page.language).body,
    className: 'code-group request-example',
    context,
  });
}

interface CodeTabs {
  readonly label: string;
  readonly className: string;
  readonly context: ApiContext;
}

export function writeCodeTabs(samples: readonly CodeSample[], { label, className, context }: CodeTabs): Html {
  if (samples.length === 0) return '';
  const panels = samples.map((sample) => ({
    id: '',
    title: sample.label,
    icon: '',
    html: context.codeBlock(fenceOf(sample)),
  }));
  return writeTabs({
    className,
    label,
    panels,
    selected: 0,
    sync: true,
    asMenu: panels.length > 4,
    serial: context.counter(),
  });
}

function fenceOf({ language, code }: CodeSample): CodeFence {
  return {
    language,
    code,
    lines: false,
    wrap: false,
    expandable: false,
    twoslash: false,
    highlight: [],
    focus: [],
    extra: {},
  };
}
