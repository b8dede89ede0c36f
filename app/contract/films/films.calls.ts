import { defineCall } from '../base/call.ts'
import { splitScriptAnswerSchema, splitScriptSchema } from './films.ts'

export const splitScriptCall = defineCall({
  method: 'POST',
  path: '/v1/films/split',
  summary:
    'Split a script into the shots of a film, with the planned length of each, free of charge and without a model. Reads Fountain, also with Russian headings, names with a colon, lists and prose. No word is dropped: a script that does not fit 30 shots is refused.',
  tag: 'Films',
  auth: 'key:read',
  status: 200,
  input: { body: splitScriptSchema },
  response: splitScriptAnswerSchema,
})
