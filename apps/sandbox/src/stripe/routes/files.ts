import type { Route } from './route.ts';
import { Upload } from '../../http/uploads.ts';
import { badParameter, noSuch } from '../error.ts';
import { expand } from '../expand.ts';
import { addFile } from '../disputes/files.ts';
import { expandRule, pageOf, pageRules } from '../lists.ts';
import { missing, notImitated, oneOf, optional, type Rule, shape, text } from '../params.ts';

const upload: Rule<Upload> = (value, at) => {
  if (value === undefined) throw missing(at);
  if (!(value instanceof Upload)) throw badParameter('Invalid file', at);
  return value;
};
const createParams = shape({ file: upload, purpose: oneOf('dispute_evidence'), file_link_data: notImitated() });
const listParams = shape({ ...pageRules, purpose: optional(text()) });
const retrieveParams = shape(expandRule);

export const fileRoutes: readonly Route[] = [
  ['POST', '/files', ({ state, input }) => addFile(state, createParams(input, '').file)],
  [
    'GET',
    '/files',
    ({ state, input }) => {
      const params = listParams(input, '');
      return expand(state, pageOf(state, 'file', '/v1/files', params, { purpose: params.purpose }), params.expand ?? []);
    },
  ],
  [
    'GET',
    '/files/:id',
    ({ state, input, id }) => {
      const params = retrieveParams(input, '');
      const file = state.objects.find('file', id);
      if (!file) throw noSuch('file', id, 'id');
      return expand(state, file, params.expand ?? []);
    },
  ],
];
