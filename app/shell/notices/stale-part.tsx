import { Trans } from '@lingui/react/macro'
import { useChunkReload } from '#app/shell/boot/chunk-reload.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Notice } from './notice.tsx'

/** Says that a part of the app was lost, by a deploy or an interrupted connection. A reload would lose typed text, so the person decides. */
export function StalePart() {
  const { isOffered, putOff } = useChunkReload()
  if (!isOffered) return null
  return (
    <Notice
      onClose={putOff}
      action={
        <Button size="sm" onClick={() => window.location.reload()}>
          <Trans>Reload page</Trans>
        </Button>
      }
    >
      <Trans>
        Part of this page didn’t load: there’s a new version, or the connection was lost. If you reload, you’ll lose what you’ve typed in
        forms here.
      </Trans>
    </Notice>
  )
}
