import { createFileRoute } from '@tanstack/react-router'
import { openGenerationEvents } from '#app/shell/data/generations.functions.ts'

/** Live events of the signed-in person, forwarded from the API's stream. */
export const Route = createFileRoute('/events')({
  server: {
    handlers: {
      GET: async ({ request, context }) => {
        const answer = await openGenerationEvents(request, context)
        if (!answer?.ok || !answer.body) {
          await answer?.body?.cancel()
          return new Response(null, { status: answer?.status === 401 ? 401 : 502, headers: { 'cache-control': 'no-store' } })
        }
        return new Response(answer.body, {
          headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        })
      },
    },
  },
})
