import { useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { IconButton } from '#app/ui/controls/button.tsx'
import type { useZoom } from '#app/ui/media/use-zoom.ts'

type ZoomButtonsProps = { zoom: Pick<ReturnType<typeof useZoom>, 'view' | 'zoomed' | 'zoomIn' | 'zoomOut' | 'reset'>; className?: string }

/** Zooms an image by buttons; the one between them names the scale and shows the whole image. */
export function ZoomButtons({ zoom, className = '' }: ZoomButtonsProps) {
  const { t } = useLingui()
  const { percent } = useFormat()
  return (
    <div role="group" aria-label={t`Zoom`} className={`flex items-center ${className}`}>
      <IconButton label={t`Zoom out`} onClick={zoom.zoomOut} disabled={!zoom.zoomed}>
        <Minus aria-hidden strokeWidth={1.75} />
      </IconButton>
      <button
        type="button"
        onClick={zoom.reset}
        title={t`Show the whole image`}
        className="tabular h-11 min-w-12 rounded-control text-sm transition-colors hover:bg-ink/7"
      >
        <span aria-live="polite">{percent(zoom.view.scale)}</span>
        <span className="sr-only"> · {t`Show the whole image`}</span>
      </button>
      <IconButton label={t`Zoom in`} onClick={zoom.zoomIn}>
        <Plus aria-hidden strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}
