import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { deleteNote, writeNote } from './bulk.functions.ts'
import { operatorKey } from '../base/operator.queries.ts'
import { Part } from './person-part.tsx'

/** Notes of people with a role about this person, who does not see them. */
export function PersonNotes({ person: { id, notes } }: { person: OperatorPersonDetails }) {
  const { t } = useLingui()
  const format = useFormat()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [deleting, setDeleting] = useState<string | null>(null)

  async function write(event: FormEvent) {
    event.preventDefault()
    if (busy || text.trim() === '') return
    setBusy(true)
    setFailure(null)
    const result = await settle(writeNote({ data: { id, text } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    setText('')
    await queryClient.invalidateQueries({ queryKey: operatorKey })
  }

  return (
    <Part id="person-notes" title={<Trans>Notes</Trans>}>
      <form noValidate onSubmit={(event) => void write(event)} className="grid max-w-prose gap-3">
        <TextArea
          label={<Trans>New note</Trans>}
          hint={t`Only people with a role see notes.`}
          value={text}
          maxLength={2000}
          rows={2}
          onChange={(event) => setText(event.target.value)}
          error={failure?.fields?.text?.detail ?? (failure ? failureMessage(failure) : undefined)}
        />
        <Button type="submit" variant="secondary" size="sm" busy={busy} disabled={text.trim() === ''} className="justify-self-start">
          <Trans>Add note</Trans>
        </Button>
      </form>
      {notes.length > 0 && (
        <ul className="max-w-prose">
          {notes.map((note) => (
            <li key={note.id} className="grid gap-0.5 border-b border-line/60 py-3 last:border-0">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
                <span className="wrap-anywhere">
                  {note.author && `${note.author} · `}
                  <time dateTime={note.created_at}>{format.dateTime(note.created_at)}</time>
                </span>
                <Button variant="ghost" size="sm" onClick={() => setDeleting(note.id)}>
                  <Trans>Delete</Trans>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {deleting && (
        <ActDialog
          title={<Trans>Delete this note?</Trans>}
          description={<Trans>This can’t be undone.</Trans>}
          action={<Trans>Delete note</Trans>}
          done={t`Note deleted`}
          destructive
          withoutReason
          onClose={() => setDeleting(null)}
          onAct={() => deleteNote({ data: { id, note: deleting } })}
        />
      )}
    </Part>
  )
}
