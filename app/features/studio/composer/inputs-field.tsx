import { Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import type { FileKind, InputRole } from '#app/contract/base/values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import * as config from '#config'
import { FilePicker } from './file-picker.tsx'
import { InputProblem } from './input-problem.tsx'
import type { Composer } from './use-composer.ts'

const GivenInputs = lazyPart(async () => (await import('./given-inputs.tsx')).GivenInputs, <div className="h-14" />)

const Recorder = lazyPart(async () => (await import('#app/runs/recorder.tsx')).Recorder, <div className="h-9" />)

/** The inputs of a run: dropped, pasted or chosen files, and earlier results. Renders nothing for a model that takes none. */
export function InputsField({ composer }: { composer: Composer }) {
  const picker = useRef<HTMLInputElement>(null)
  const { model, inputs } = composer
  const { given, kinds, open, uploads } = inputs
  const { failure } = composer.submission
  if (!model || (kinds.length === 0 && uploads.pending.length === 0)) return null
  const onlyPictures = kinds.length === 1 && kinds[0] === 'image'
  const records = model.task === 'transcribe' || model.task === 'lip_sync'
  const recorded = model.task === 'lip_sync' ? given.filter(({ role }) => role === 'speech') : given
  const hasRoom = open.length > 0 && !uploads.busy
  return (
    <div className="grid gap-2.5">
      {(given.length > 0 || uploads.pending.length > 0) && <GivenInputs inputs={inputs} model={model} failure={failure} />}
      {hasRoom && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="sm" onClick={() => picker.current?.click()}>
            {onlyPictures ? (
              <>
                <ImagePlus aria-hidden className="size-4.5" strokeWidth={1.75} />
                <Trans>Add image</Trans>
              </>
            ) : (
              <>
                <Paperclip aria-hidden className="size-4.5" strokeWidth={1.75} />
                <Trans>Add a file</Trans>
              </>
            )}
          </Button>
          <Limits kinds={kinds} open={model.task ? [] : open} />
        </div>
      )}
      {records && !uploads.busy && (
        <Recorder
          again={recorded.length > 0}
          onRecorded={(file) => {
            inputs.remove(...recorded)
            uploads.add([file], model.task === 'lip_sync' ? { role: 'speech' } : {})
          }}
        />
      )}
      <FilePicker
        ref={picker}
        kinds={kinds}
        multiple={open.some(({ max }) => max > 1) || open.length > 1}
        onPick={(files) => uploads.add(files)}
      />
      <div role="alert" className="empty:hidden">
        <InputProblem>{uploads.problem ?? failure?.fields?.inputs?.detail}</InputProblem>
      </div>
    </div>
  )
}

/** Shows the accepted kinds and sizes. */
function Limits({ kinds, open }: Pick<Composer['inputs'], 'kinds' | 'open'>) {
  const { t } = useLingui()
  const { either } = useFormat()
  const { image, audio, video, text, document } = config.uploads.maxMegabytes
  const parts: Record<FileKind, () => string> = {
    image: () => t`image up to ${image} MB`,
    audio: () => t`audio up to ${audio} MB`,
    video: () => t`video up to ${video} MB`,
    text: () => t`text up to ${text} MB`,
    document: () => t`PDF up to ${document} MB`,
  }
  const uses: Record<InputRole, string> = {
    reference: t`as a reference`,
    source: t`for a variation`,
    first_frame: t`as the first frame`,
    last_frame: t`as the last frame`,
    speech: t`as speech`,
    mask: t`as a mask`,
  }
  const isImage = open.length > 0 && kinds.length === 1 && kinds[0] === 'image'
  return (
    <p className="text-sm text-ink-soft first-letter:uppercase in-data-bar:max-[110rem]:sr-only">
      {open.length > 0 && `${either([...new Set(open.map(({ role }) => uses[role]))])} · `}
      {isImage ? t`up to ${image} MB` : kinds.map((kind) => parts[kind]()).join(', ')}
    </p>
  )
}
