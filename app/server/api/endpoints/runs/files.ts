import { getFileCall } from '#app/contract/runs/files.calls.ts'
import { findFile } from '#app/server/core/making/files/find-file.ts'
import { readFileLink } from '#app/server/core/making/files/file-url.ts'
import { Problem } from '#app/server/core/problem.ts'
import { endpoint } from '../../endpoint.ts'
import { keptBriefly, sendFile } from '../../answers/send-file.ts'

export const fileEndpoints = [
  endpoint(getFileCall, {
    async handle({ runtime: { db, keys, storage }, caller, input: { params, query }, context }) {
      const link = readFileLink(keys, params.id, query)
      const ownerId = link ? null : caller?.userId
      if (ownerId === undefined) throw new Problem('not_found')
      const file = await findFile(db, { id: params.id, ownerId, ...link })
      return sendFile(context, { file, storage, download: query.download !== undefined, cacheControl: keptBriefly })
    },
  }),
]
