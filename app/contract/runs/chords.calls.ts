import { chordPageSchema, chordQuoteAnswerSchema, chordQuoteSchema, chordSchema, chordsQuerySchema, createChordSchema } from './chords.ts'
import { byId, defineCall } from '../base/call.ts'
import { runErrors, runOnce } from './generations.calls.ts'
import { waitHeader } from './waiting.ts'

const tag = 'Chords'

export const quoteChordCall = defineCall({
  method: 'POST',
  path: '/v1/chords/quote',
  summary: 'What a chord would cost',
  tag,
  auth: 'key:read',
  status: 200,
  input: { body: chordQuoteSchema },
  response: chordQuoteAnswerSchema,
  errors: ['key_model_not_allowed'],
})

export const createChordCall = defineCall({
  method: 'POST',
  path: '/v1/chords',
  summary:
    'Turn one prompt into linked works: an image, a video that begins with it, narration, music and a text. Every part is a run with its own receipt; either all of them start, or none.',
  tag,
  auth: 'key:generate',
  status: 202,
  idempotency: runOnce,
  headers: waitHeader,
  input: { body: createChordSchema },
  response: chordSchema,
  errors: runErrors,
})

export const listChordsCall = defineCall({
  method: 'GET',
  path: '/v1/chords',
  summary: 'Own chords, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: chordsQuerySchema },
  response: chordPageSchema,
  errors: ['unknown_cursor'],
})

export const getChordCall = defineCall({
  method: 'GET',
  path: '/v1/chords/{id}',
  summary: 'One chord with its parts',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: chordSchema,
})
