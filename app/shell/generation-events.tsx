import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { GenerationStatus } from '#app/contract/generations.ts'
import { applyLiveEvent, findActive, type GenerationChange, refetchGeneration } from './generation-cache.ts'
import { connectGenerationEvents } from './generation-connection.ts'
import { isActive, type LiveEvent } from './generation-state.ts'
import { generationKeys } from './generations.queries.ts'
import { getSession } from './session.functions.ts'
import { useUser } from './session.queries.ts'

const news: Record<Exclude<GenerationStatus, 'queued'>, Record<Kind, MessageDescriptor>> = {
  running: {
    video: msg`The video is being made.`,
    image: msg`The image is being made.`,
    audio: msg`The audio is being made.`,
    text: msg`The text is being written.`,
  },
  succeeded: {
    video: msg`The video is ready.`,
    image: msg`The image is ready.`,
    audio: msg`The audio is ready.`,
    text: msg`The text is ready.`,
  },
  failed: {
    video: msg`The video failed. Nothing was charged.`,
    image: msg`The image failed. Nothing was charged.`,
    audio: msg`The audio failed. Nothing was charged.`,
    text: msg`The text failed. Nothing was charged.`,
  },
  canceled: {
    video: msg`The video was cancelled. Nothing was charged.`,
    image: msg`The image was cancelled. Nothing was charged.`,
    audio: msg`The audio was cancelled. Nothing was charged.`,
    text: msg`The text was cancelled. Nothing was charged.`,
  },
}

/**
 * Keeps everything on screen that concerns generations and the balance up to date, and says aloud what begins and ends.
 * Mounted once around the pages of a signed-in person; shows nothing.
 */
export function GenerationEvents() {
  const user = useUser()
  return user && <Connection key={user.id} userId={user.id} />
}

function Connection({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const { i18n } = useLingui()
  const [spoken, setSpoken] = useState('')

  const speak = useEffectEvent((change: GenerationChange | undefined) => {
    // Without a before it is no news: the stream begins by telling again what happened lately.
    if (!change?.before || change.before.status === change.after.status || change.after.status === 'queued') return
    setSpoken(i18n._(news[change.after.status][change.after.type]))
  })

  useEffect(() => {
    const end = new AbortController()

    const askFor = async (id: string) => speak(await refetchGeneration(queryClient, id))
    const onEvent = (event: LiveEvent) => {
      const outcome = applyLiveEvent(queryClient, event)
      if (!outcome) return
      if ('missing' in outcome) void askFor(outcome.missing)
      else speak(outcome)
    }

    connectGenerationEvents(
      userId,
      {
        onEvent,
        onResync(scope) {
          if (scope === 'all') void queryClient.invalidateQueries({ queryKey: generationKeys.all })
          else for (const { id } of findActive(queryClient)) void askFor(id)
        },
        async poll() {
          const active = findActive(queryClient)
          const changes = await Promise.all(active.map(({ id }) => refetchGeneration(queryClient, id)))
          const events = changes.flatMap((change): LiveEvent[] => (change ? [{ type: 'generation', data: change.after }] : []))
          for (const change of changes) speak(change)
          if (changes.some((change) => change && !isActive(change.after))) {
            const { user } = await getSession()
            if (user) {
              const balance: LiveEvent = { type: 'tokens', data: { available: user.available, held: user.held } }
              onEvent(balance)
              events.push(balance)
            }
          }
          return events
        },
      },
      end.signal,
    )
    return () => end.abort()
  }, [queryClient, userId])

  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  )
}
