/**
 * Converts API methods that are written in a GitBook page: `{% swagger %}` and its predecessor `{% api-method %}`. Each
 * part has an equivalent: a heading, the address, fields, and response examples.
 */
import { attributeText, openTag } from '../text/components.ts';
import { ownValue } from '../text/own-value.ts';

export interface ApiTag {
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
}

export interface ApiWriter<Tag extends ApiTag> {
  /** The part of the request that contains the following parameters. */
  parameterPlace: string;
  alone(tag: Tag, text: string): void;
  lose(tag: Tag, message: string): void;
  skipUntil(name: string): void;
}

type ApiHandler = <Tag extends ApiTag>(tag: Tag, writer: ApiWriter<Tag>) => void;

const places: Readonly<Record<string, string>> = {
  path: 'path',
  query: 'query',
  header: 'header',
  headers: 'header',
};

const nothing: ApiHandler = () => undefined;
const closes =
  (name: string): ApiHandler =>
  (tag, writer) =>
    writer.alone(tag, `</${name}>`);

const method: ApiHandler = (tag, writer) => {
  const { method: verb = '', host = '', baseUrl = host, path = '', summary = '' } = tag.props;
  if (tag.props['src'] !== undefined || verb === '') {
    writer.lose(tag, 'an operation of an OpenAPI specification is left out');
    return writer.skipUntil(`end${tag.name}`);
  }
  if (summary !== '') writer.alone(tag, `### ${summary}`);
  writer.alone(tag, `\`${verb.toUpperCase()}\` \`${baseUrl}${path}\``);
};

const parameter: ApiHandler = (tag, writer) => {
  const { in: where = writer.parameterPlace, name = '', type = '', required = '' } = tag.props;
  const place = ownValue(places, where.toLowerCase()) ?? 'body';
  const isRequired = required === 'true' ? ' required' : '';
  const shown = type === '' ? '' : ` type="${attributeText(type)}"`;
  writer.alone(tag, `<ParamField ${place}="${attributeText(name)}"${shown}${isRequired}>`);
};

const parametersIn =
  (place: string): ApiHandler =>
  (_, writer) => {
    writer.parameterPlace = place;
  };

const response: ApiHandler = (tag, writer) => {
  const { status, httpCode, description = '' } = tag.props;
  const title = `${status ?? httpCode ?? 'Response'} ${description}`.trim();
  writer.alone(tag, openTag('Accordion', { title }));
};

export const apiHandlers: Readonly<Record<string, ApiHandler>> = {
  swagger: method,
  endswagger: nothing,
  'swagger-description': nothing,
  'endswagger-description': nothing,
  'swagger-parameter': parameter,
  'endswagger-parameter': closes('ParamField'),
  'swagger-response': response,
  'endswagger-response': closes('Accordion'),
  'api-method': method,
  'endapi-method': nothing,
  'api-method-summary': (tag, writer) => writer.alone(tag, '###'),
  'endapi-method-summary': nothing,
  'api-method-description': nothing,
  'endapi-method-description': nothing,
  'api-method-spec': nothing,
  'endapi-method-spec': nothing,
  'api-method-request': nothing,
  'endapi-method-request': nothing,
  'api-method-path-parameters': parametersIn('path'),
  'endapi-method-path-parameters': nothing,
  'api-method-query-parameters': parametersIn('query'),
  'endapi-method-query-parameters': nothing,
  'api-method-headers': parametersIn('header'),
  'endapi-method-headers': nothing,
  'api-method-form-data-parameters': parametersIn('body'),
  'endapi-method-form-data-parameters': nothing,
  'api-method-body-parameters': parametersIn('body'),
  'endapi-method-body-parameters': nothing,
  'api-method-parameter': parameter,
  'endapi-method-parameter': closes('ParamField'),
  'api-method-response': nothing,
  'endapi-method-response': nothing,
  'api-method-response-example': response,
  'endapi-method-response-example': closes('Accordion'),
  'api-method-response-example-description': nothing,
  'endapi-method-response-example-description': nothing,
};
