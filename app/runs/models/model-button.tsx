import { Trans } from '@lingui/react/macro'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useMediaQuery } from '#app/ui/page/media-query.ts'
import type { ModelChoice } from './model-chooser.tsx'
import { ModelFacts, TakesIcons } from './model-facts.tsx'

// Loaded on hover or prefetched; not needed for the first render.
const loadChooser = () => import('./model-chooser.tsx')
const loadPopover = () => import('./model-popover.tsx')
const ModelChooser = lazyPart(async () => (await loadChooser()).default, <div className="h-96" />)
const ModelPopover = lazyPart(async () => (await loadPopover()).ModelPopover)

/** The chosen model, with a search among all models in a popover on a desktop and in a sheet on a phone. */
export function ModelButton({ models, value, onValueChange }: ModelChoice) {
  const wide = useMediaQuery('(min-width: 64rem)')
  const [at, setAt] = useState<HTMLElement | null>(null)
  const [used, setUsed] = useState(false)
  if (at && !used) setUsed(true)
  const load = () => void (wide ? loadPopover() : loadChooser()).catch(() => undefined)
  const chooser = {
    models,
    value,
    onValueChange(id: string) {
      onValueChange(id)
      setAt(null)
    },
  }
  const chosen = (
    <>
      <span className="min-w-0">
        <span className="sr-only">
          <Trans>Model</Trans>:{' '}
        </span>
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{value.name}</span>
          <TakesIcons model={value} />
        </span>
        {value.available ? (
          <ModelFacts model={value} />
        ) : (
          <span className="block text-sm text-danger">{value.unavailable_reason ?? <Trans>Not available right now.</Trans>}</span>
        )}
      </span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
    </>
  )
  return (
    <div className="grid gap-1.5">
      {/* Hidden from screen readers, which read it as the name of the button. */}
      <span aria-hidden className="font-medium">
        <Trans>Model</Trans>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onPointerEnter={load}
        onFocus={load}
        onClick={({ currentTarget }) => setAt(at ? null : currentTarget)}
        className="control flex min-h-14 w-full items-center justify-between gap-3 py-2 pr-3 pl-3.5 text-left"
      >
        {chosen}
      </button>
      {wide ? (
        used && <ModelPopover {...chooser} at={at} onClose={() => setAt(null)} />
      ) : (
        <Sheet open={at !== null} onOpenChange={(open) => !open && setAt(null)} title={<Trans>Choose a model</Trans>}>
          <div data-kind={value.type} className="-mx-5 flex h-[75dvh] flex-col md:-mx-6">
            <ModelChooser {...chooser} startInSearch={false} />
          </div>
        </Sheet>
      )}
    </div>
  )
}
