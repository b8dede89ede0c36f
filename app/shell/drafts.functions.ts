import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { kindSchema } from '#app/contract/common.ts'
import { keptDraftSchema, saveDraftSchema, savedDraftSchema } from '#app/contract/studio.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { withApi } from '#app/shell/with-api.ts'

const byKind = v.object({ kind: kindSchema })

export const getDraft = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(byKind))
  .handler(({ data, context }) =>
    context.api.call({ method: 'GET', path: `/v1/drafts/${encodeURIComponent(data.kind)}`, response: keptDraftSchema }),
  )

export const saveDraft = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(v.object({ ...byKind.entries, ...saveDraftSchema.entries })))
  .handler(({ data: { kind, ...body }, context }) =>
    context.api.call({ method: 'POST', path: `/v1/drafts/${encodeURIComponent(kind)}`, body, response: savedDraftSchema }),
  )
