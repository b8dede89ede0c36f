import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import type { Composer } from './use-composer.ts'
import type { DraftNote } from './use-draft.ts'

/** News about the draft from other devices or links, with an undo if possible. */
export function DraftNotice({ news: { swap, dismiss }, note }: { news: Composer['news']; note: DraftNote }) {
  const { t } = useLingui()
  return (
    <div className="flex animate-fade items-start gap-1 rounded-control bg-wash py-1 pr-1 pl-3.5 text-sm">
      <div className="min-w-0 flex-1 py-2.5">
        {note.says === 'lost' && (
          <Plural
            value={note.files}
            one="A file of this draft is no longer on the server and was removed."
            other="# files of this draft are no longer on the server and were removed."
          />
        )}
        {note.says === 'taken' && <Trans>Continued from another device or tab.</Trans>}
        {note.says === 'replaced' && <Trans>Your previous prompt was replaced.</Trans>}
        {note.says === 'offered' && (
          <>
            <Trans>You wrote something else on another device or in another tab:</Trans>{' '}
            <span className="line-clamp-2 text-ink-soft">{note.other.prompt}</span>
          </>
        )}
      </div>
      {(note.says === 'taken' || note.says === 'replaced') && (
        <Action onClick={() => swap(note.before)}>
          <Trans>Restore mine</Trans>
        </Action>
      )}
      {note.says === 'offered' && (
        <Action onClick={() => swap(note.other)}>
          <Trans>Use it</Trans>
        </Action>
      )}
      <IconButton label={t`Dismiss`} onClick={dismiss}>
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
