import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { GenerationStatus } from '#app/contract/generations.ts'
import { useFormat } from '../format.ts'
import type { GenerationChange } from '../generation-cache.ts'
import { quarterPassed } from './milestones.ts'

export const news: Record<Exclude<GenerationStatus, 'queued'>, Record<Kind, MessageDescriptor>> = {
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
    video: msg`The video was canceled. Nothing was charged.`,
    image: msg`The image was canceled. Nothing was charged.`,
    audio: msg`The audio was canceled. Nothing was charged.`,
    text: msg`The text was canceled. Nothing was charged.`,
  },
}

const stoppedEarly = msg`The text was stopped early. You paid for what was written.`

/** A run that is over in a moment is not counted down aloud, and quarters that follow each other closely are not all said. */
const longRunMs = 8_000
const pauseMs = 5_000

/** The words for a screen reader: what begins, how far the long ones are by quarters, and what ends. */
export function useAnnouncements() {
  const { i18n, t } = useLingui()
  const { percent } = useFormat()
  const [spoken, setSpoken] = useState('')
  const spokenAt = useRef(0)

  function say(words: string) {
    spokenAt.current = Date.now()
    setSpoken(words)
  }

  function hear({ before, after }: GenerationChange) {
    // Without a before it is no news: the stream begins by telling again what happened lately.
    if (!before || after.status === 'queued') return
    if (before.status !== after.status)
      return say(i18n._(after.status === 'canceled' && after.charged ? stoppedEarly : news[after.status][after.type]))
    const quarter = after.status === 'running' ? quarterPassed(before.progress, after.progress) : null
    const now = Date.now()
    const isLong = after.started_at !== null && now - Date.parse(after.started_at) >= longRunMs
    if (quarter === null || !isLong || now - spokenAt.current < pauseMs) return
    const far: Record<Kind, string> = {
      video: t`The video: ${percent(quarter)}.`,
      image: t`The image: ${percent(quarter)}.`,
      audio: t`The audio: ${percent(quarter)}.`,
      text: t`The text: ${percent(quarter)}.`,
    }
    say(far[after.type])
  }

  return { spoken, hear }
}
