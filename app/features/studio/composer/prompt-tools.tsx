import { Trans, useLingui } from '@lingui/react/macro'
import { Bookmark, Dices, History, Lightbulb, Undo2, WandSparkles } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useDeferredValue, useState } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { prefetch } from '#app/shell/boot/chunk-reload.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useSession } from '#app/shell/data/session.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { Dialog, Sheet } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Menu } from '#app/ui/overlays/menu.tsx'
import { sortOf } from '#app/runs/models/model-sort.ts'
import { usualPrice } from '#app/runs/models/nearest-model.ts'
import type { Composer } from './use-composer.ts'
import type { Replacement } from './use-replacement.ts'

const loadIdeas = () => import('../help/ideas.tsx')
const Ideas = lazyPart(async () => (await loadIdeas()).default, <div className="h-96" />)
const loadImprove = () => import('../help/improve.tsx')
const Improve = lazyPart(async () => (await loadImprove()).default, <div className="h-64" />)

/** Number of earlier prompts in the menu; the arrow keys reach all of them. */
const inMenu = 12

type PromptToolsProps = Pick<Composer, 'kind' | 'models'> & {
  model: Model
  history: readonly string[]
  hasPrompt: boolean
  canUndo: boolean
  /** The current composer as a ref, so that typing does not re-render the tools. */
  latest: RefObject<Composer>
  field: RefObject<HTMLTextAreaElement | null>
}

/** Tools for the prompt, in a row below it. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export const PromptTools = memo(function PromptTools({
  kind,
  models,
  model,
  history,
  hasPrompt,
  canUndo,
  latest,
  field,
}: PromptToolsProps) {
  const { t } = useLingui()
  const { locale } = useSession()
  const [open, setOpen] = useState<'ideas' | 'save' | 'improve' | null>(null)
  // The sheet opens at once and its content follows, so that the click responds quickly.
  const filled = useDeferredValue(open === 'ideas' || open === 'save')
  /** The prompt at the time the sheet was opened. */
  const [prompt, setPrompt] = useState('')
  const allModels = useQueryData(modelsQuery()) ?? []
  const writers = allModels.filter((one) => one.available && one.type === 'text' && !one.task && sortOf(one) === 'chat')
  const writer = writers.toSorted((a, b) => usualPrice(a) - usualPrice(b))[0]

  function show(sheet: 'ideas' | 'save' | 'improve') {
    setPrompt(latest.current.prompt)
    setOpen(sheet)
  }

  function take(replacement: Replacement) {
    setOpen(null)
    latest.current.replace(replacement)
    // A sheet that is still closing may be in front of the field.
    setTimeout(() => field.current?.focus())
  }

  async function surpriseMe() {
    const { surprise } = await import('../help/surprise.ts')
    let fresh = surprise(kind, sortOf(model), locale)
    for (let tries = 0; fresh.prompt === latest.current.prompt && tries < 5; tries += 1) fresh = surprise(kind, sortOf(model), locale)
    latest.current.replace(fresh)
  }

  return (
    <div role="group" aria-label={t`Help with the prompt`} className="-mx-2 flex flex-wrap items-center gap-x-0.5">
      <Tool icon={<Lightbulb aria-hidden strokeWidth={1.75} />} onClick={() => show('ideas')} onNear={loadIdeas} opens>
        <Trans>Ideas</Trans>
      </Tool>
      <Tool icon={<Dices aria-hidden strokeWidth={1.75} />} onClick={() => void surpriseMe()} onNear={() => import('../help/surprise.ts')}>
        <Trans>Surprise me</Trans>
      </Tool>
      {writer && hasPrompt && kind !== 'text' && (
        <Tool icon={<WandSparkles aria-hidden strokeWidth={1.75} />} onClick={() => show('improve')} onNear={loadImprove} opens>
          <Trans>Improve</Trans>
        </Tool>
      )}
      {history.length > 0 && (
        <Menu
          label={t`Previous prompts`}
          align="start"
          trigger={
            <button type="button" aria-label={t`Previous prompts`} title={`${t`Previous prompts`} (↑)`} className="prompt-tool">
              <History aria-hidden strokeWidth={1.75} />
            </button>
          }
          items={history.slice(0, inMenu).map((earlier) => ({
            label: <span className="line-clamp-2 max-w-80">{earlier.slice(0, 200)}</span>,
            onSelect: () => take({ prompt: earlier }),
          }))}
        />
      )}
      {hasPrompt && (
        <Tool
          icon={<Bookmark aria-hidden strokeWidth={1.75} />}
          label={t`Save this prompt`}
          onClick={() => show('save')}
          onNear={loadIdeas}
          opens
        />
      )}
      {canUndo && (
        <Tool
          icon={<Undo2 aria-hidden strokeWidth={1.75} />}
          onClick={() => {
            latest.current.undo?.()
            field.current?.focus()
          }}
        >
          <Trans>Undo</Trans>
        </Tool>
      )}
      <Sheet
        open={open === 'ideas' || open === 'save'}
        onOpenChange={(next) => !next && setOpen(null)}
        title={<Trans>Ideas for a prompt</Trans>}
      >
        {filled && (
          <Ideas
            kind={kind}
            models={models}
            model={model}
            prompt={prompt}
            start={open === 'save' ? 'save' : 'ideas'}
            onTake={take}
            onClose={() => setOpen(null)}
          />
        )}
      </Sheet>
      {writer && (
        <Dialog open={open === 'improve'} onOpenChange={(next) => !next && setOpen(null)} title={<Trans>Improve the prompt</Trans>}>
          <Improve kind={kind} prompt={prompt} writer={writer} onTake={(better) => take({ prompt: better })} onKeep={() => setOpen(null)} />
        </Dialog>
      )}
    </div>
  )
})

type ToolProps = {
  icon: ReactNode
  /** The label of a button without visible text. */
  label?: string
  onClick: () => void
  /** Called on hover and focus, to preload. */
  onNear?: () => Promise<unknown>
  opens?: boolean
  children?: ReactNode
}

function Tool({ icon, label, onClick, onNear, opens, children }: ToolProps) {
  const near = () => onNear && void prefetch(onNear)
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      onClick={onClick}
      onPointerEnter={near}
      onFocus={near}
      className="prompt-tool"
    >
      {icon}
      {children}
    </button>
  )
}
