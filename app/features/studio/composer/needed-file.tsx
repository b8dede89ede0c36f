import { Trans } from '@lingui/react/macro'
import type { Composer } from './use-composer.ts'

/** Names the file that the model works on. */
export function NeededFile({ task }: Pick<Composer, 'task'>) {
  if (task === 'lip_sync') return <Trans>Add a video and speech for it. You’ll see the price before you start.</Trans>
  if (task !== 'transcribe') return <Trans>Add a video. You’ll see the price before you start.</Trans>
  return <Trans>Add a recording or a video, or record one. You’ll see the price before you start.</Trans>
}
