import { Trans } from '@lingui/react/macro'
import { Upload as UploadIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Upload } from '#app/contract/runs/generations.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'

type UseUploadOptions = {
  /** Returns why a file is not sent. */
  refuse?: (file: File) => string | undefined
  /** Takes the file that was sent, or returns why it is not taken. */
  take: (upload: Upload, file: File) => string | undefined
}

/** Sends a file from this device until the form is closed. `progress`: from 0 to 1; null while nothing is sent. `problem`: empty without one. */
export function useUpload({ refuse, take }: UseUploadOptions) {
  const failureMessage = useFailureMessage()
  const underWay = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => () => underWay.current?.abort(), [])

  async function send(file: File) {
    const refusal = refuse?.(file)
    if (refusal !== undefined) return setProblem(refusal)
    setProblem('')
    setProgress(0)
    const abort = new AbortController()
    underWay.current = abort
    const result = await uploadFile(file, { onProgress: setProgress, signal: abort.signal })
    if (abort.signal.aborted) return
    setProgress(null)
    setProblem(result.ok ? (take(result.data, file) ?? '') : (result.error.fields?.file?.detail ?? failureMessage(result.error)))
  }
  return { progress, problem, send }
}

type UploadButtonProps = {
  upload: ReturnType<typeof useUpload>
  /** The name of the field for the file. */
  label: string
  /** The name of the button, if its text does not suffice. */
  buttonLabel?: string
  accept?: string
  children: ReactNode
}

/** Chooses the file, and shows its progress. */
export function UploadButton({ upload: { progress, send }, label, buttonLabel, accept, children }: UploadButtonProps) {
  const { percent } = useFormat()
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void send(file)
          currentTarget.value = ''
        }}
      />
      <Button
        variant="secondary"
        size="sm"
        aria-label={buttonLabel}
        aria-disabled={progress !== null || undefined}
        onClick={() => progress === null && field.current?.click()}
      >
        <UploadIcon aria-hidden className="size-4.5" strokeWidth={1.75} />
        {progress === null ? children : <Trans>Uploading, {percent(progress)}</Trans>}
      </Button>
    </>
  )
}
