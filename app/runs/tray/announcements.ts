import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import type { GenerationChange } from '#app/shell/live/generation-cache.ts'
import { quarterPassed } from './milestones.ts'

export const news: Record<Exclude<GenerationStatus, 'queued'>, Record<Kind, MessageDescriptor>> = {
  running: {
    video: msg`Creating the video.`,
    image: msg`Creating the image.`,
    audio: msg`Creating the audio.`,
    text: msg`Writing the text.`,
  },
  succeeded: {
    video: msg`The video is ready.`,
    image: msg`The image is ready.`,
    audio: msg`The audio is ready.`,
    text: msg`The text is ready.`,
  },
  failed: {
    video: msg`The video failed. No tokens were charged.`,
    image: msg`The image failed. No tokens were charged.`,
    audio: msg`The audio failed. No tokens were charged.`,
    text: msg`The text failed. No tokens were charged.`,
  },
  canceled: {
    video: msg`The video was canceled. No tokens were charged.`,
    image: msg`The image was canceled. No tokens were charged.`,
    audio: msg`The audio was canceled. No tokens were charged.`,
    text: msg`The text was canceled. No tokens were charged.`,
  },
}

const stoppedEarly = msg`The text was stopped early. You paid for what was written.`

/** Milliseconds: shorter runs are not announced in steps, and neither are quarters in quick succession. */
const longRunMs = 8_000
const pauseMs = 5_000

/** Announcements for screen readers: started runs, long ones by quarters, and ended ones. */
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
    // Without a previous state a run is no news, because the stream starts with a replay.
    if (!before || after.status === 'queued') return
    if (before.status !== after.status)
      return say(i18n._(after.status === 'canceled' && after.charged_milli ? stoppedEarly : news[after.status][after.type]))
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

  return { spoken, hear, say }
}
