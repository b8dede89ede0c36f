import { getTranscriptCall } from '#app/contract/runs/generations.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { reads } from '#app/shell/calls/with-api.ts'

export const getTranscript = reads.handler(send(getTranscriptCall))
