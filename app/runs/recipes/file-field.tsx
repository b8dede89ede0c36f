import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { UploadButton, useUpload } from '../upload-button.tsx'

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
  const [name, setName] = useState('')
  const upload = useUpload({
    take({ id }, file) {
      setName(file.name)
      onChange({ upload_id: id })
      return undefined
    },
  })
  return (
    <div className="grid justify-items-start gap-1.5">
      <span className="font-medium">{label}</span>
      <div className="flex flex-wrap items-center gap-3">
        <UploadButton upload={upload} label={label} buttonLabel={t`Choose a file: ${label}`}>
          <Trans>Choose a file</Trans>
        </UploadButton>
        {isAdded && (
          <span role="status" className="inline-flex items-center gap-1.5 text-ink-soft wrap-anywhere">
            <Check aria-hidden className="size-4.5" strokeWidth={1.75} />
            {name || <Trans>File added</Trans>}
          </span>
        )}
      </div>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {upload.problem || error}
      </p>
    </div>
  )
}
