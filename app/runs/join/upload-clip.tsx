import { Trans, useLingui } from '@lingui/react/macro'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as config from '#config'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { type Clip, uploadedClip } from './clips.ts'

/** Adds a video from this device. */
export function UploadClip({ onAdd }: { onAdd: (clip: Clip) => void }) {
  const { t } = useLingui()
  const { percent } = useFormat()
  const failureMessage = useFailureMessage()
  const field = useRef<HTMLInputElement>(null)
  const underWay = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  // The dialog was closed.
  useEffect(() => () => underWay.current?.abort(), [])

  async function send(file: File) {
    const most = config.uploads.maxMegabytes.video
    if (file.size > most * 1_000_000) return setProblem(t`Videos can be up to ${most} MB.`)
    setProblem('')
    setProgress(0)
    const abort = new AbortController()
    underWay.current = abort
    const result = await uploadFile(file, { onProgress: setProgress, signal: abort.signal })
    if (abort.signal.aborted) return
    setProgress(null)
    if (!result.ok) return setProblem(result.error.fields?.file?.detail ?? failureMessage(result.error))
    if (result.data.type !== 'video') return setProblem(t`${file.name} isn’t a video.`)
    onAdd(uploadedClip(result.data, file.name))
  }

  return (
    <div className="grid justify-items-start gap-2">
      <input
        ref={field}
        type="file"
        accept="video/*"
        hidden
        aria-label={t`Upload a video`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void send(file)
          currentTarget.value = ''
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={progress !== null || undefined}
        onClick={() => progress === null && field.current?.click()}
      >
        <Upload aria-hidden className="size-4.5" strokeWidth={1.75} />
        {progress === null ? <Trans>Upload a video</Trans> : <Trans>Uploading, {percent(progress)}</Trans>}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {problem}
      </p>
    </div>
  )
}
