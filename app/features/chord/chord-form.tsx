import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Chord, chordPromptMaxLength, kindOfPart } from '#app/contract/runs/chords.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import { type Kind, kinds } from '#app/contract/base/values.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { SeveralForm } from '#app/runs/several-form.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { usePaused } from '#app/ui/controls/use-paused.ts'
import { chordQuoteQuery } from './chord.queries.ts'
import { PartSwitch } from './part-switch.tsx'
import { useSubmitChord } from './use-submit-chord.ts'

const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

/** The form of a chord: one prompt, four switches, one price, one button. */
export function ChordForm({ onStarted }: { onStarted: (chord: Chord) => void }) {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const available = useUser()?.available ?? 0
  const [prompt, setPrompt] = useState('')
  const [on, setOn] = useState<ReadonlySet<Kind>>(new Set(kinds))
  const { data: quote } = useQuery(chordQuoteQuery(usePaused(prompt)))
  const { submit, sending, failure } = useSubmitChord()

  const chosen = quote?.parts.filter(({ type }) => on.has(type)) ?? []
  const milli = chosen.reduce((sum, part) => sum + part.price_milli, 0)
  const price = wholeTokens(milli)
  const missing = Math.max(0, price - available, failure?.missing ?? 0)

  function toggle(kind: Kind) {
    setOn((before) => {
      const next = new Set(before)
      if (!next.delete(kind)) next.add(kind)
      return next
    })
  }
  async function start() {
    const chord = await submit({ prompt: prompt.trim(), parts: chosen.map(({ part }) => part), max_price: price })
    if (chord) onStarted(chord)
  }

  return (
    <SeveralForm
      prompt={prompt}
      onPromptChange={setPrompt}
      label={<Trans>Describe a moment</Trans>}
      placeholder={t`A lighthouse above the sea, a storm is coming, evening`}
      hint={<Trans>The video begins with the image, and the voice reads your prompt.</Trans>}
      maxLength={chordPromptMaxLength}
      price={!quote ? undefined : chosen.length > 0 ? { tokens: price, milli } : null}
      missing={missing}
      missingNote={<Trans>You need {tokens(missing)} more. Switch a part off or get tokens.</Trans>}
      failure={failure}
      closedNote={<ClosedNote />}
      sending={sending}
      action={<Trans>Create chord</Trans>}
      onSubmit={start}
      side={<PartSwitch on={on} prices={quote ? sumByKind(quote.parts) : null} onToggle={toggle} />}
    />
  )
}

function sumByKind(parts: readonly { part: keyof typeof kindOfPart; price_milli: number }[]): Map<Kind, number> {
  const sums = new Map<Kind, number>()
  for (const { part, price_milli } of parts) sums.set(kindOfPart[part], (sums.get(kindOfPart[part]) ?? 0) + price_milli)
  return sums
}
