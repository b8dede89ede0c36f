import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { ModelInput } from '#app/contract/runs/models.ts'
import type { FileKind, InputRole } from '#app/contract/base/values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { uploadQuery } from '#app/shell/data/generations.queries.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { InputSource } from '#app/runs/input-source.tsx'
import { useRoleNames } from '#app/runs/role-names.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'

type SharedFilesProps = {
  /** The files that all chosen models take. */
  accepted: readonly ModelInput[]
  given: readonly GenerationInput[]
  onChange: (inputs: GenerationInput[]) => void
  problem: string | undefined
}

const mediaTypes: Record<FileKind, string> = {
  image: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  text: 'text/plain,text/markdown,text/csv,.docx,.xlsx,.pptx,.odt,.ods,.odp,.rtf,.epub',
  document: 'application/pdf',
}

/** Files for all models, by their roles. */
export function SharedFiles({ accepted, given, onChange, problem }: SharedFilesProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const [role, setRole] = useState<InputRole | null>(null)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const open = accepted.filter((input) => given.filter((one) => one.role === input.role).length < input.max)

  async function add(file: File, to: InputRole) {
    setSending(true)
    setFailure(undefined)
    const result = await uploadFile(file, { signal: new AbortController().signal, onProgress: () => undefined })
    setSending(false)
    if (!result.ok) return setFailure(result.error.fields?.file?.detail ?? failureMessage(result.error))
    queryClient.setQueryData(uploadQuery(result.data.id).queryKey, result.data)
    if (!accepted.some((input) => input.role === to && input.types.includes(result.data.type)))
      return setFailure(t`These models don’t support the file ${file.name}.`)
    return onChange([...given, { upload_id: result.data.id, role: to }])
  }

  const types = accepted.find((input) => input.role === role)?.types ?? []
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2 font-medium">
        <Trans>Files for all models</Trans>
      </legend>
      {given.map((input) => (
        <InputSource key={'upload_id' in input ? input.upload_id : input.generation_id} input={input}>
          <IconButton label={t`Remove`} onClick={() => onChange(given.filter((one) => one !== input))}>
            <X aria-hidden strokeWidth={1.75} />
          </IconButton>
        </InputSource>
      ))}
      <div className="flex flex-wrap gap-2">
        {open.map((input) => (
          <Button
            key={input.role}
            variant="secondary"
            size="sm"
            busy={sending && role === input.role}
            disabled={sending}
            onClick={() => {
              setRole(input.role)
              // The picker must know the kinds of files before it opens.
              setTimeout(() => picker.current?.click())
            }}
          >
            <Paperclip aria-hidden className="size-4.5" strokeWidth={1.75} />
            {names[input.role].name}
          </Button>
        ))}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t`File`}
        accept={types.map((type) => mediaTypes[type]).join(',')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file && role) void add(file, role)
        }}
      />
      {(failure ?? problem) && (
        <p role="alert" className="text-sm text-danger">
          {failure ?? problem}
        </p>
      )}
    </fieldset>
  )
}
