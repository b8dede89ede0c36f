import { answerAuthorizationCall, readAuthorizationCall } from '#app/contract/account/programs.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const readAuthorization = reads.handler(send(readAuthorizationCall))
export const answerAuthorization = changes.handler(send(answerAuthorizationCall))
