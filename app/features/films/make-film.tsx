import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilmPart } from '#app/contract/films/films.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { filmQuoteQuery } from './films.queries.ts'
import { MakeProblem } from './make-problem.tsx'
import type { FilmState } from './use-film.ts'
import { useMake } from './use-make.ts'

const MakeList = lazyPart(async () => (await import('./make-dialog.tsx')).MakeList, <div className="h-80" />)

type MakeFilmProps = { id: string; state: FilmState; part: FilmPart | undefined }

/** The list of everything that can be made, and, until pictures or videos are, the animatic at its price. */
export function MakeFilm({ id, state, part }: MakeFilmProps) {
  const [isOpen, setOpen] = useState(false)
  const { stored, film } = state
  const isRunning = part?.state === 'waiting' || part?.state === 'making'
  const hasOthers = stored.parts.some(({ part: name, state: one }) => name !== 'animatic' && one !== 'missing')
  const offersAnimatic = !isRunning && !hasOthers
  return (
    <div className="flex flex-wrap items-start gap-2 max-sm:w-full">
      {offersAnimatic && <MakeAnimatic id={id} state={state} part={part} />}
      <Button
        variant={offersAnimatic && part?.state !== 'made' ? 'secondary' : 'primary'}
        disabled={film.order.length === 0}
        onClick={() => void state.save().then(() => setOpen(true))}
        className="max-sm:grow"
      >
        <Trans>Make…</Trans>
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={<Trans>What to make</Trans>}>
        <MakeList id={id} state={state} onStarted={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

/** The button that makes the animatic, with its price. */
function MakeAnimatic({ id, state, part }: MakeFilmProps) {
  const { film, stored } = state
  const hasShots = film.order.length > 0
  // One that is up to date is made only when asked for again, which the price must know.
  const again = part?.state === 'made'
  const { data: quote, error, refetch } = useQuery({ ...filmQuoteQuery(stored, again), enabled: hasShots })
  const closed = useMaintenance()?.may_run === false
  const { make, busy, failure } = useMake(id, state)
  const price = quote ? { tokens: quote.price, milli: quote.price_milli, atMost: false } : null
  return (
    <div className="grid justify-items-end gap-2 max-sm:w-full max-sm:justify-items-stretch">
      <SpendButton
        asked={{ price, problem: error ? 'failed' : null, ask: () => void refetch() }}
        busy={busy}
        disabled={!hasShots || closed}
        onSpend={(maxPrice) => void make({ what: 'animatic', again }, maxPrice)}
        variant={again ? 'secondary' : 'primary'}
      >
        {again || part?.state === 'stale' ? <Trans>Make the animatic again</Trans> : <Trans>Make the animatic</Trans>}
      </SpendButton>
      <MakeProblem missing={Math.max(quote?.missing ?? 0, failure?.missing ?? 0)} failure={failure} />
    </div>
  )
}
