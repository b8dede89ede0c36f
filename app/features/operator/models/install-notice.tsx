import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { LocalModelInfo } from '#app/contract/operator/local-models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { newsId } from '#app/shell/notices/news-id.ts'
import { CloseButton } from '#app/ui/controls/close-button.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { localModelsQuery } from './local-models.queries.ts'
import { accessQuery } from '../base/operator.queries.ts'
import { useNewModels } from './use-new-models.ts'

const activeMs = 2_000
/** An installation that another browser or the command line has started is noticed within this time. */
const idleMs = 60_000
const roomPath = '/operator/local-models'

const isInstalling = ({ install }: LocalModelInfo) => install !== null && install.state !== 'failed'

/** The progress of an installation, over any page but the one that lists the models. */
export function InstallNotice() {
  const isRoom = useLocation({ select: ({ pathname }) => pathname.endsWith(roomPath) })
  return isRoom ? null : <Watched />
}

function Watched() {
  const { data: access } = useQuery(accessQuery)
  const { data } = useQuery({
    ...localModelsQuery,
    // Until a required second step is on, all other calls are refused.
    enabled: access !== undefined && access.second_step !== 'missing',
    staleTime: activeMs,
    refetchInterval: ({ state }) => (state.status !== 'error' && state.data?.items.some(isInstalling) ? activeMs : idleMs),
  })
  const [closed, setClosed] = useState<string | null>(null)
  useNewModels(data?.items)
  const active = data?.items.filter(isInstalling) ?? []
  const model = active.find(({ install }) => install?.state === 'running') ?? active[0]
  if (!model || model.id === closed) return null
  // The list is read in the browser only, so the server never comes here.
  const place = document.getElementById(newsId)
  return place && createPortal(<Progress model={model} onClose={() => setClosed(model.id)} />, place)
}

function Progress({ model: { name, install }, onClose }: { model: LocalModelInfo; onClose: () => void }) {
  const { t } = useLingui()
  const { duration, percent } = useFormat()
  const { state, step, bytes, total, bytes_per_second: perSecond } = install ?? {}
  const isDownload = state === 'running' && step === 'download' && bytes !== undefined
  const share = isDownload && total ? bytes / total : null
  const left = isDownload && total && perSecond ? duration(((total - bytes) / perSecond) * 1_000) : null
  return (
    <section
      aria-label={t`Installation of ${name}`}
      className="pointer-events-auto grid w-full max-w-md animate-rise grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float"
    >
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap gap-x-2 text-sm">
          <Link to={roomPath} className="link min-w-0 truncate font-medium">
            <Trans>Installing {name}</Trans>
          </Link>
          <span className="text-ink-soft">
            {share !== null && percent(share)}
            {left !== null && <> · {t`${left} left`}</>}
          </span>
        </p>
        <ProgressBar label={t`Installation of ${name}`} value={share} />
      </div>
      <CloseButton onClick={onClose} />
    </section>
  )
}
