import { Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus, Paperclip } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Kind } from '#app/contract/common.ts'
import { useRoleNames } from '#app/shell/work/role-names.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { config } from '#config'
import { acceptOf } from './check-file.ts'
import type { Composer } from './use-composer.ts'

const GivenInputs = lazyPart(async () => (await import('./given-inputs.tsx')).GivenInputs, <div className="h-14" />)

/** What a run begins with: files that are dropped, pasted or chosen, and earlier results. Nothing for a model that takes none. */
export function InputsField({ composer }: { composer: Composer }) {
  const picker = useRef<HTMLInputElement>(null)
  const { model, inputs, kinds, open, uploads, failure } = composer
  if (!model || kinds.length === 0) return null
  const onlyPictures = kinds.length === 1 && kinds[0] === 'image'
  const hasRoom = open.length > 0 && !uploads.busy
  return (
    <div className="grid gap-2.5">
      {(inputs.length > 0 || uploads.pending.length > 0) && <GivenInputs composer={composer} model={model} />}
      {hasRoom && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="sm" onClick={() => picker.current?.click()}>
            {onlyPictures ? (
              <>
                <ImagePlus aria-hidden className="size-4.5" strokeWidth={1.75} />
                <Trans>Add a picture</Trans>
              </>
            ) : (
              <>
                <Paperclip aria-hidden className="size-4.5" strokeWidth={1.75} />
                <Trans>Add a file</Trans>
              </>
            )}
          </Button>
          <Limits composer={composer} />
        </div>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple={open.some(({ max }) => max > 1) || open.length > 1}
        accept={acceptOf(kinds)}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <div role="alert" className="empty:hidden">
        <Problem>{uploads.problem ?? failure?.fields?.inputs?.detail}</Problem>
      </div>
    </div>
  )
}

/** What it may be and how large, before anything is chosen. */
function Limits({ composer: { kinds, open } }: { composer: Composer }) {
  const { t } = useLingui()
  const roles = useRoleNames()
  const { image, audio, video, text } = config.uploads.maxMegabytes
  const parts: Record<Kind, string> = {
    image: t`picture up to ${image} MB`,
    audio: t`sound up to ${audio} MB`,
    video: t`video up to ${video} MB`,
    text: t`text up to ${text} MB`,
  }
  return (
    <p className="text-sm text-ink-soft">
      {[...new Set(open.map(({ role }) => roles[role].name))].join(', ')} · {kinds.map((kind) => parts[kind]).join(', ')}
    </p>
  )
}

export function Problem({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1 text-sm text-danger">{children}</p> : null
}
