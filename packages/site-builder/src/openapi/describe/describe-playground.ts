/** The data about an operation that the playground's script needs, embedded in the page. */
import type { ApiOperation, SecurityScheme } from './describe-operation.ts';
import { canBeForwarded } from '../forwardable-calls.ts';
import { describeSchema } from './describe-schema.ts';
import type { PlaygroundData, PlaygroundField } from '../client/playground-data.ts';
import { type ApiSpec, type Json, fieldOf, plainText, textOf } from '../../site/index.ts';
import { buildBody, exampleText, styleOf } from '../samples/index.ts';
import type { ApiSettings } from '../settings.ts';

/** Describes an operation, with `proxyUrl` only if a proxy can distinguish the operation from others. */
export function describePlayground(spec: ApiSpec, operation: ApiOperation, settings: ApiSettings): PlaygroundData {
  const proxy = canBeForwarded(operation) ? settings.proxyUrl : '';
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers: operation.servers.map(({ url, description }) => ({ url, label: description })),
    auth: operation.security.map((set) => set.map(describeScheme)),
    fields: operation.parameters.map((parameter) => ({
      ...describeField(spec, parameter.name, parameter.schema),
      place: parameter.place,
      required: parameter.required,
      value: settings.prefill && parameter.example !== undefined ? exampleText(spec, parameter) : '',
      hint: parameter.example === undefined ? '' : exampleText(spec, parameter),
      // A parameter that is described by its content is a single string.
      ...(fieldOf(parameter.node, 'content') === undefined ? {} : { isList: false, isObject: false }),
      ...styleOf(parameter),
      contentType: '',
    })),
    bodies: (operation.body?.media ?? []).map((media) => {
      const body = buildBody(spec, media, settings.sampleDefaults === 'required');
      const schema = describeSchema(spec, media.schema);
      const isForm = body.kind === 'form' || body.kind === 'multipart';
      return {
        type: body.type,
        kind: body.kind,
        text: isForm || body.kind === 'file' ? '' : body.text,
        fields: isForm
          ? schema.properties.map(({ name, schema: property, required }) => ({
              ...describeField(spec, name, property),
              place: 'body' as const,
              required,
              value: '',
              hint: '',
              ...styleOf({ node: fieldOf(media.encoding, name) }),
              contentType: textOf(fieldOf(media.encoding, name), 'contentType'),
            }))
          : [],
      };
    }),
    proxy,
    credentials: settings.credentials,
  };
}

export function describeField(
  spec: ApiSpec,
  name: string,
  schema: Json,
): Pick<PlaygroundField, 'name' | 'type' | 'values' | 'isList' | 'isFile' | 'isObject'> {
  const described = describeSchema(spec, schema);
  const items = described.items === undefined ? undefined : describeSchema(spec, described.items);
  const values = (described.values.length > 0 ? described.values : (items?.values ?? [])).map(({ value }) =>
    plainText(value),
  );
  const isBoolean = described.type === 'boolean';
  return {
    name,
    type: described.type,
    values: values.length > 0 ? values : isBoolean ? ['true', 'false'] : [],
    isList: described.items !== undefined || described.tuple.length > 0,
    isObject: described.properties.length > 0 || described.additional !== undefined,
    isFile: described.type === 'file' || items?.type === 'file',
  };
}

function describeScheme({ name, node }: SecurityScheme): PlaygroundData['auth'][number][number] {
  const type = textOf(node, 'type').toLowerCase();
  const scheme = textOf(node, 'scheme').toLowerCase();
  if (type === 'apikey') {
    const place = textOf(node, 'in');
    return {
      label: name,
      kind: place === 'query' || place === 'cookie' ? place : 'header',
      name: textOf(node, 'name'),
    };
  }
  if (type === 'http' && scheme === 'basic') return { label: name, kind: 'basic', name: 'Authorization' };
  return { label: name, kind: 'bearer', name: 'Authorization' };
}
