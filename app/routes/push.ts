import { createFileRoute } from '@tanstack/react-router'
import { answerPush, renewPush } from '#app/features/settings/push.functions.ts'

/** The subscription of this browser, for its service worker, which can call no server function. */
export const Route = createFileRoute('/push')({
  server: {
    handlers: {
      GET: ({ context }) => answerPush(context),
      PUT: ({ request, context }) => renewPush(request, context),
    },
  },
})
