import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { defineOperation } from '../request.js';
import { procedureId } from './input.js';
import { procedureRecord, procedureVersion } from './record.js';
import { getProcedure } from './sql/read.js';

/** Earlier versions per response; `version` says how many there were. */
const VERSIONS = 100;

export const get = defineOperation({
  id: 'procedures.get',
  method: 'GET',
  path: '/memory/procedures/{id}',
  scope: 'read',
  bound: { records: { procedure: ['id'] } },
  group: 'Procedures',
  summary: 'Get a procedure with its earlier versions',
  description:
    `The ${VERSIONS} latest earlier versions, newest first, each with its outcomes. 404 if the key has no such ` +
    'procedure.',
  input: z.object({ id: procedureId }),
  output: procedureRecord.extend({ versions: z.array(procedureVersion) }),
  async handler(request, { id }) {
    const found = await request.db.run(getProcedure, { id, versions: VERSIONS, now: request.now });
    if (!found) throw notFound('No procedure has this id');
    return found;
  },
});
