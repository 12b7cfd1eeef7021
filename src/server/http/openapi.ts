import type { TSchema } from 'typebox';
import type { Call } from '../../contract/call.ts';
import { scopeOf, selfCallId } from '../../contract/service-calls.ts';

const errorStatuses = { 400: 'Malformed', 403: 'No permission', 404: 'Unknown', 503: 'Storage not usable' };

function parameters(schema: TSchema | undefined, place: 'path' | 'query') {
  if (schema === undefined || !('properties' in schema)) return [];
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as Readonly<Record<string, TSchema>>).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }));
}

function answer(call: Call) {
  if (call.answers === 'binary')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (call.answers === 'stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (call.answers === 'text') return { 'text/plain': { schema: { type: 'string' } } };
  const envelope = {
    type: 'object',
    required: ['status', 'msg', 'data'],
    properties: {
      status: { type: 'integer', description: '0, 1 and 200 are success; 401, 409, 422, 429 are refusals' },
      msg: { type: 'string' },
      data: call.data ?? {},
      messageId: { type: 'string' },
      params: { type: 'object' },
      field: { type: 'string' },
    },
  };
  return { 'application/json': { schema: envelope } };
}

/** The one field of a form that takes a file. */
const formOfFile = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

function requestBody({ takes, body }: Call) {
  if (takes === 'file')
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOfFile } } } };
  return body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } };
}

/** The contract as an OpenAPI 3.1 document. */
export function openApi(calls: readonly Call[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId: call.id,
        'x-access': call.access,
        'x-scope': call.id === selfCallId ? 'any' : scopeOf(call),
        ...(call.access === 'public' ? { security: [] } : {}),
        parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
        ...requestBody(call),
        responses: {
          200: { description: 'Answer or refusal by a rule', content: answer(call) },
          ...Object.fromEntries(
            Object.entries(errorStatuses).map(([status, description]) => [status, { description }]),
          ),
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Groundwatch', version },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  };
}
