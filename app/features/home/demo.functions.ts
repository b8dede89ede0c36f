import { drawDemoCall } from '#app/contract/calls/demo.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes } from '#app/shell/calls/with-api.ts'

export const drawDemo = changes.handler(send(drawDemoCall))
