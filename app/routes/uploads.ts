import { createFileRoute } from '@tanstack/react-router'
import { passUploadOn } from '#app/shell/data/uploads.functions.ts'

/** Receives uploads as plain requests, because only those report their progress. */
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
