import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Checkbox, TextField } from '#app/ui/controls/field.tsx'
import type { Decision } from './use-calls.ts'

type RefuseCallsProps = { calls: readonly Call[]; decision: Decision; onCancel: () => void }

/** Refuses calls, with words for the assistant if the person has any. */
export function RefuseCalls({ calls, decision, onCancel }: RefuseCallsProps) {
  const [words, setWords] = useState('')
  const [never, setNever] = useState(false)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void decision.refuse({ calls, words, never })
      }}
    >
      <TextField
        label={<Trans>Tell the assistant why (optional)</Trans>}
        autoComplete="off"
        maxLength={1_000}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Checkbox label={<Trans>Never in this conversation</Trans>} checked={never} onChange={(event) => setNever(event.target.checked)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={decision.busy === 'refuse'} aria-disabled={decision.busy !== null || undefined}>
          <Trans>Don’t allow</Trans>
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  )
}
