import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Captions, Clapperboard, Copy, Download, Ellipsis, Heart, Info, Layers, PencilLine, RotateCcw, Shuffle, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Generation, GenerationFile } from '#app/contract/generations.ts'
import type { InputRole } from '#app/contract/models.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/dialog.tsx'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import { useFormat } from '../format.ts'
import { isActive } from '../generation-state.ts'
import { kindPaths } from '../kinds.tsx'
import { isCaptions, resultsOf } from './files.ts'
import { useUses } from './use-as.ts'
import { useGenerationActions } from './use-generation-actions.ts'

type GenerationActionsProps = {
  generation: Generation
  /** Which of several results is meant; left out: all of them, where there is a way to each beside. */
  file?: GenerationFile | undefined
  /** Takes prompt and options back into the composer. */
  onReuse: () => void
  onDetails?: (() => void) | undefined
  onStarted?: ((started: Generation) => void) | undefined
  onRemoved?: (() => void) | undefined
}

const roleIcons: Record<InputRole, ReactNode> = {
  source: <Shuffle aria-hidden strokeWidth={1.75} />,
  reference: <Layers aria-hidden strokeWidth={1.75} />,
  first_frame: <Clapperboard aria-hidden strokeWidth={1.75} />,
}

/** The row of things one can do with a generation, whatever its state. */
export function GenerationActions({ generation, file: chosen, onReuse, onDetails, onStarted, onRemoved }: GenerationActionsProps) {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const actions = useGenerationActions(generation)
  const [confirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const uses = useUses(generation)
  const results = resultsOf(generation.files)
  const file = chosen ?? (results.length === 1 ? results[0] : undefined)
  const index = file && generation.files.indexOf(file)
  const captions = generation.files.find(isCaptions)
  const active = isActive(generation)
  const ended = generation.status === 'failed' || generation.status === 'canceled'
  const { text } = generation

  async function again() {
    const started = await actions.again()
    if (started) onStarted?.(started)
  }

  const items: MenuItem[] = [
    ...(onDetails
      ? [{ label: <Trans>Details and receipt</Trans>, icon: <Info aria-hidden strokeWidth={1.75} />, onSelect: onDetails }]
      : []),
    ...uses.map(({ kind, role, label }) => ({
      label,
      icon: roleIcons[role],
      onSelect: () =>
        void navigate({ to: kindPaths[kind], search: { prompt: generation.prompt.slice(0, 2_000), input: generation.id, index, role } }),
    })),
    { label: <Trans>Use this prompt</Trans>, icon: <PencilLine aria-hidden strokeWidth={1.75} />, onSelect: onReuse },
    {
      label: <Trans>Copy the prompt</Trans>,
      icon: <Copy aria-hidden strokeWidth={1.75} />,
      onSelect: () => void actions.copy(generation.prompt),
    },
  ]
  if (!active)
    items.push({
      label: <Trans>Delete</Trans>,
      icon: <Trash2 aria-hidden strokeWidth={1.75} />,
      onSelect: () => setConfirming(true),
      destructive: true,
    })

  return (
    <div className="-ml-2 flex flex-wrap items-center gap-1">
      {active && (
        <Button variant="ghost" size="sm" busy={actions.busy === 'cancel'} onClick={() => void actions.cancel()}>
          <Trans context="a running work">Cancel</Trans>
        </Button>
      )}
      {file && (
        <IconLink href={`${file.url}&download=1`} label={t`Download`}>
          <Download aria-hidden strokeWidth={1.75} />
        </IconLink>
      )}
      {captions && (
        <IconLink href={`${captions.url}&download=1`} label={t`Download the subtitles`}>
          <Captions aria-hidden strokeWidth={1.75} />
        </IconLink>
      )}
      {text && !active && (
        <IconButton label={t`Copy the text`} onClick={() => void actions.copy(text)}>
          <Copy aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
      {generation.status === 'succeeded' && (
        <IconButton label={t`Favourite`} aria-pressed={generation.favorite} onClick={() => void actions.toggleFavorite()}>
          <Heart aria-hidden strokeWidth={1.75} className={generation.favorite ? 'fill-kind-mark text-kind-mark' : ''} />
        </IconButton>
      )}
      {!active && (
        <Button variant="ghost" size="sm" busy={actions.busy === 'again'} onClick={() => void again()} title={tokens(generation.price)}>
          <RotateCcw aria-hidden className="size-4.5" strokeWidth={1.75} />
          {ended ? <Trans>Try again</Trans> : <Trans>Make another</Trans>}
        </Button>
      )}
      <Menu
        label={t`More actions`}
        align="start"
        trigger={
          <IconButton label={t`More actions`}>
            <Ellipsis aria-hidden strokeWidth={1.75} />
          </IconButton>
        }
        items={items}
      />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={<Trans>Delete this work?</Trans>}
        description={<Trans>It disappears from every device and cannot be brought back. Its entry in the token history stays.</Trans>}
        confirmLabel={<Trans>Delete</Trans>}
        destructive
        onConfirm={async () => {
          if (await actions.remove()) onRemoved?.()
        }}
      />
    </div>
  )
}

function IconLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a
      href={href}
      download
      aria-label={label}
      title={label}
      className="inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-ink/7 active:bg-ink/12 [&_svg]:size-5"
    >
      {children}
    </a>
  )
}
