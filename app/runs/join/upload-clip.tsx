import { Trans, useLingui } from '@lingui/react/macro'
import * as config from '#config'
import { UploadButton, useUpload } from '../upload-button.tsx'
import { type Clip, uploadedClip } from './clips.ts'

/** Adds a video from this device. */
export function UploadClip({ onAdd }: { onAdd: (clip: Clip) => void }) {
  const { t } = useLingui()
  const upload = useUpload({
    refuse(file) {
      const most = config.uploads.maxMegabytes.video
      return file.size > most * 1_000_000 ? t`Videos can be up to ${most} MB.` : undefined
    },
    take(uploaded, file) {
      if (uploaded.type !== 'video') return t`${file.name} isn’t a video.`
      onAdd(uploadedClip(uploaded, file.name))
      return undefined
    },
  })
  return (
    <div className="grid justify-items-start gap-2">
      <UploadButton upload={upload} label={t`Upload a video`} accept="video/*">
        <Trans>Upload a video</Trans>
      </UploadButton>
      <p role="alert" className="text-danger empty:hidden">
        {upload.problem}
      </p>
    </div>
  )
}
