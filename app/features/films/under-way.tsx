import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Film } from '#app/contract/films/films.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { cancelMake } from './films.functions.ts'
import { useKindsOfParts, usePartName } from './part-names.ts'

/** The progress of a make, and the button that stops all of it. */
export function UnderWay({ stored, make }: { stored: Film; make: NonNullable<Film['make']> }) {
  const { t } = useLingui()
  const { list } = useFormat()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const nameOf = usePartName(stored.document.order)
  const kinds = useKindsOfParts()
  const [stopping, setStopping] = useState(false)
  const { ended, runs } = make

  async function stop() {
    setStopping(true)
    const result = await settle(cancelMake({ data: { id: stored.id, make: make.id } }))
    setStopping(false)
    void queryClient.invalidateQueries({ queryKey: filmKeys.detail(stored.id) })
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    const late = stored.parts.filter(({ run }) => run !== null && result.data.too_late.includes(run))
    const names = list(late.map(({ part }) => nameOf(part) || (part === 'film' ? kinds.film : kinds.animatic)))
    const count = result.data.canceled.length
    toast({
      title: t`${plural(count, { one: '# part is stopped', other: '# parts are stopped' })}`,
      ...(late.length > 0 && { description: t`Can’t be stopped: ${names}` }),
    })
  }

  return (
    <div data-kind="video" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1">
        <p role="status" className="mb-1.5 text-sm">
          <Trans>
            {ended} of {runs} parts are ready
          </Trans>
        </p>
        <ProgressBar label={t`Parts`} value={runs > 0 ? ended / runs : null} />
      </div>
      <Button variant="secondary" size="sm" busy={stopping} onClick={() => void stop()}>
        <Trans>Stop all</Trans>
      </Button>
    </div>
  )
}
