/** The one file of a form, as a stream: nothing of it is held in memory. */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { mostUploadBytes } from '../../contract/sites/uploads.ts';
import { type Arriving, tooLarge } from '../uploads/room.ts';

/** Bytes of a form besides its file: boundaries, heads, a name. */
const besides = 16 * 1024;
const notOne = (problem: string) => new Refusal(400, 'api.malformed', { field: 'file', problem }, 'file');

/** Lets a scope take forms and nothing else, none of them longer than a file may be: before a byte of it is read (S47). */
export function takeForms(scope: FastifyInstance, most = mostUploadBytes): void {
  scope.removeAllContentTypeParsers();
  scope.register(multipart);
  scope.addHook('onRequest', async (request, reply) => {
    if (Number(request.headers['content-length'] ?? 0) <= most + besides) return;
    // What is still on its way is not waited for.
    void reply.header('connection', 'close');
    throw tooLarge(most);
  });
}

/** @throws Refusal 400 for a form that is no form, or whose first part is not a file in the field `file` */
export async function formFile(request: FastifyRequest, most = mostUploadBytes): Promise<Arriving> {
  if (!request.isMultipart()) throw notOne('multipart/form-data');
  const parts = request.parts({
    limits: { fileSize: most, files: 1, fields: 0, parts: 1, headerPairs: 20 },
  });
  /** @throws Refusal 400 in place of what the parser calls a form that has too much, or no end. */
  const next = async () => {
    try {
      return await parts.next();
    } catch (error) {
      throw notOne(error instanceof Error ? error.message : '');
    }
  };
  const first = await next();
  if (first.done === true || first.value.type !== 'file' || first.value.fieldname !== 'file')
    throw notOne('one file');
  const { filename, file } = first.value;
  return {
    name: filename ?? '',
    stream: file,
    whole: async () => {
      if ((await next()).done !== true) throw notOne('one file');
    },
  };
}
