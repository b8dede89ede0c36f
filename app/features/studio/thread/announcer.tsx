import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { toPlainText } from '#app/runs/markdown/plain-text.ts'
import { useTurn } from './use-turns.ts'

/** Characters of an answer that are announced; the rest can be read. */
const spokenCharacters = 600

/** Announces an answer once it is complete, not word by word. */
export function Announcer({ thread, leaf }: { thread: string; leaf: string | undefined }) {
  const { t } = useLingui()
  const turn = useTurn(thread, leaf)
  const [spoken, setSpoken] = useState('')
  const writing = useRef<string | null>(null)
  const say = useEffectEvent((text: string) => {
    const words = startOfText(toPlainText(startOfText(text, spokenCharacters * 2)), spokenCharacters)
    setSpoken(t`Answer: ${words}`)
  })
  useEffect(() => {
    if (!turn) return
    if (isActive(turn)) writing.current = turn.id
    else if (writing.current === turn.id) {
      writing.current = null
      // oxlint-disable-next-line react/set-state-in-effect -- Announced once, when the answer is complete.
      if (turn.status === 'succeeded' && turn.text) say(turn.text)
    }
  }, [turn])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spoken}
    </div>
  )
}
