import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#app/ui/button.tsx'
import type { Composer } from './use-composer.ts'

/** What has become of the draft besides what the person did with it themselves, with a way back where there is one. */
export function DraftNotice({ composer: { swapDraft, dismissNote }, note }: { composer: Composer; note: NonNullable<Composer['note']> }) {
  const { t } = useLingui()
  return (
    <div className="flex animate-fade items-start gap-1 rounded-control bg-wash py-1 pr-1 pl-3.5 text-sm">
      <div className="min-w-0 flex-1 py-2.5">
        {note.says === 'lost' && (
          <Plural
            value={note.files}
            one="A file of this draft is no longer on the server and was taken out."
            other="# files of this draft are no longer on the server and were taken out."
          />
        )}
        {note.says === 'taken' && <Trans>This goes on from another device or tab.</Trans>}
        {note.says === 'offered' && (
          <>
            <Trans>Something else was written on another device or in another tab:</Trans>{' '}
            <span className="line-clamp-2 text-ink-soft">{note.other.prompt}</span>
          </>
        )}
      </div>
      {note.says === 'taken' && (
        <Action onClick={() => swapDraft(note.before)}>
          <Trans>Bring mine back</Trans>
        </Action>
      )}
      {note.says === 'offered' && (
        <Action onClick={() => swapDraft(note.other)}>
          <Trans>Use it</Trans>
        </Action>
      )}
      <IconButton label={t`Dismiss`} onClick={dismissNote}>
        <X aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClick} className="mt-1 shrink-0">
      {children}
    </Button>
  )
}
