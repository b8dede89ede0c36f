import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { IconButton } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useMakeWords } from './make-words.ts'
import { changeMakes, hasEnded, type Make } from './makes.ts'
import { Row } from './row.tsx'

type MakeRowProps = { make: Make; onLeave: () => void }

/** Parts of a film that were started together, while they are made and when they have ended. */
export function MakeRow({ make, onLeave }: MakeRowProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const wordsOf = useMakeWords()
  const { id, film, ended, runs, failed } = make
  const title = make.title.trim() || t`Untitled film`
  const close = () => changeMakes(queryClient, (makes) => makes.filter((one) => one.id !== id))
  const isEnded = hasEnded(make)
  return (
    <Row
      kind="video"
      aside={
        isEnded && (
          <IconButton label={t`Dismiss`} onClick={close} className="-mr-1">
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        )
      }
    >
      <Link to="/dashboard" search={{ film }} onClick={onLeave} className="line-clamp-2 rounded-[4px] wrap-anywhere hover:underline">
        {isEnded ? wordsOf(make) : title}
      </Link>
      {isEnded ? (
        failed > 0 && (
          <p className="mt-0.5 text-sm text-ink-soft">
            <Trans>No tokens were charged for what failed.</Trans>
          </p>
        )
      ) : (
        <>
          <p className="mt-0.5 text-sm text-ink-soft">
            <Trans>
              {ended} of {runs} parts are ready
            </Trans>
          </p>
          <ProgressBar label={title.slice(0, 60)} value={ended / runs} className="mt-2" />
        </>
      )}
    </Row>
  )
}
