import { Trans } from '@lingui/react/macro'
import { ScriptOnce } from '@tanstack/react-router'
import { chunkGuardScript, incompleteNoticeId } from './chunk-guard-script.ts'

/** Must come first in the head, before any script that can fail. */
export function ChunkGuardScript() {
  return import.meta.env.SSR ? <ScriptOnce>{chunkGuardScript()}</ScriptOnce> : null
}

/**
 * Shown by the inline script when a chunk is lost twice, and by the stylesheet on a page whose scripts have not started after some time: the
 * page stays as rendered by the server, and its links work.
 */
export function IncompleteNotice() {
  return (
    <div
      id={incompleteNoticeId}
      role="alert"
      hidden
      suppressHydrationWarning
      data-print="hidden"
      className="fixed inset-x-4 bottom-4 z-70 mx-auto flex max-w-xl items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 shadow-float"
    >
      <p className="min-w-0 flex-1 text-pretty">
        <Trans>This page didn’t load completely. Reload it, and allow its scripts. Links work without them.</Trans>
      </p>
      {/* Works without any script. */}
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- An empty address is that of the page itself. */}
      <a href="" className="grid min-h-11 shrink-0 place-items-center font-medium underline underline-offset-4">
        <Trans>Reload page</Trans>
      </a>
    </div>
  )
}
