import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'

type FileFieldProps = {
  label: string
  hint: string | undefined
  error: string | undefined
  isAdded: boolean
  onChange: (value: { upload_id: string } | undefined) => void
}

/** A field of a recipe that takes a file from this device. */
export function FileField({ label, hint, error, isAdded, onChange }: FileFieldProps) {
  const { t } = useLingui()
  const { percent } = useFormat()
  const failureMessage = useFailureMessage()
  const field = useRef<HTMLInputElement>(null)
  const underWay = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const [name, setName] = useState('')
  // The form was closed.
  useEffect(() => () => underWay.current?.abort(), [])

  async function send(file: File) {
    setProblem('')
    setProgress(0)
    const abort = new AbortController()
    underWay.current = abort
    const result = await uploadFile(file, { onProgress: setProgress, signal: abort.signal })
    if (abort.signal.aborted) return
    setProgress(null)
    if (!result.ok) return setProblem(result.error.fields?.file?.detail ?? failureMessage(result.error))
    setName(file.name)
    onChange({ upload_id: result.data.id })
  }

  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="font-medium">{label}</span>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void send(file)
          currentTarget.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          aria-label={t`Choose a file: ${label}`}
          aria-disabled={progress !== null || undefined}
          onClick={() => progress === null && field.current?.click()}
        >
          <Upload aria-hidden className="size-4.5" strokeWidth={1.75} />
          {progress === null ? <Trans>Choose a file</Trans> : <Trans>Uploading, {percent(progress)}</Trans>}
        </Button>
        {isAdded && (
          <span role="status" className="inline-flex items-center gap-1.5 text-ink-soft wrap-anywhere">
            <Check aria-hidden className="size-4.5" strokeWidth={1.75} />
            {name || <Trans>File added</Trans>}
          </span>
        )}
      </div>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem || error}
      </p>
    </div>
  )
}
