import { Trans } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { useChunkReload } from './chunk-reload.ts'
import { Notice } from './notice.tsx'

/** A part of the app is gone after a deploy, and loading the page afresh would cost what is being typed: the person decides. */
export function StalePart() {
  const { isOffered, putOff } = useChunkReload()
  if (!isOffered) return null
  return (
    <Notice
      onClose={putOff}
      action={
        <Button size="sm" onClick={() => window.location.reload()}>
          <Trans>Load it again</Trans>
        </Button>
      }
    >
      <Trans>A part of this page did not load, because there is a new version. What you have typed into a form here would be lost.</Trans>
    </Notice>
  )
}
