import { createChordCall, getChordCall, listChordsCall, quoteChordCall } from '#app/contract/runs/chords.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const quoteChord = changes.handler(send(quoteChordCall))
export const createChord = changes.handler(send(createChordCall))
export const listChords = reads.handler(send(listChordsCall))
export const getChord = reads.handler(send(getChordCall))
