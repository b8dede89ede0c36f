import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import { KindIcon, kindPaths, useKindNames } from '#app/shell/media/kinds.tsx'
import { GenerationActions } from '#app/runs/generation-actions.tsx'
import { GenerationDetails } from '#app/runs/generation-details.tsx'
import { RunNote } from '#app/runs/run-note.tsx'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

type SideProps = { generation: Generation; file: GenerationFile | undefined; onStarted: () => void; onRemoved: () => void }

/** Actions and details of the work, next to it or on a phone below it. */
export function Side({ generation, file, onStarted, onRemoved }: SideProps) {
  const { t } = useLingui()
  const toast = useToast()
  const names = useKindNames()
  const navigate = useNavigate()
  const wide = useMediaQuery('(min-width: 64rem)')
  const [details, setDetails] = useState(false)
  const { id, type, prompt, model, title, note, thread_id: thread, deleted_at } = generation
  return (
    <aside className="flex min-h-0 shrink-0 flex-col border-line max-lg:border-t max-lg:bg-surface lg:border-l">
      <div className="px-4 pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:border-b lg:border-line lg:px-6 lg:py-4">
        <Dialog.Title className="flex items-start gap-2.5 text-xl max-lg:sr-only lg:mb-1.5">
          <KindIcon kind={type} className="mt-1 size-5 shrink-0" />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">{title ?? names[type]}</span>
        </Dialog.Title>
        <p className="line-clamp-2 wrap-anywhere lg:hidden">{title ?? prompt}</p>
        {note && <RunNote note={note} className="lg:hidden" />}
        {thread && !deleted_at && (
          <ButtonLink
            to={kindPaths.text}
            search={{ thread, turn: id }}
            variant="secondary"
            size="sm"
            preload={false}
            className="mt-1.5 mb-1"
          >
            <MessagesSquare aria-hidden className="size-4.5" strokeWidth={1.75} />
            <Trans>Open the conversation</Trans>
          </ButtonLink>
        )}
        <GenerationActions
          key={generation.id}
          generation={generation}
          file={file}
          onReuse={() => void navigate({ to: kindPaths[type], search: { prompt, model } })}
          onDetails={wide ? undefined : () => setDetails(true)}
          onStarted={() => {
            toast({ title: t`Started.` })
            onStarted()
          }}
          onRemoved={onRemoved}
        />
      </div>
      {wide && (
        // Scrollable by keyboard, whatever its content.
        <div
          role="region"
          aria-label={t`Details`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise it could not be scrolled without a pointer.
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5 max-lg:hidden"
        >
          <GenerationDetails generation={generation} file={file} />
        </div>
      )}
      <Sheet open={details && !wide} onOpenChange={setDetails} title={<Trans>Details</Trans>}>
        <div data-kind={type}>
          <GenerationDetails generation={generation} file={file} />
        </div>
      </Sheet>
    </aside>
  )
}
