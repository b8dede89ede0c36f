import { createFileRoute } from '@tanstack/react-router'
import { passUploadOn } from '#app/shell/uploads.functions.ts'

/** Where pages send files: a plain request, because only such a one tells how much of it has gone. */
export const Route = createFileRoute('/uploads')({
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
        const answer = await passUploadOn(request, context)
        return new Response(answer?.body ?? null, { status: answer?.status ?? 502, headers })
      },
    },
  },
})
