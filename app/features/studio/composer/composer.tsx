import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Model } from '#app/contract/runs/models.ts'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { ModelPicker, OptionFields } from './form-parts.tsx'
import { InputsField } from './inputs-field.tsx'
import { PromptField } from './prompt-field.tsx'
import { BarParts } from './bar-parts.tsx'
import { Send, SendNotes } from './send.tsx'
import { DropArea, useFileDrop } from './use-file-drop.tsx'
import type { Composer as ComposerState } from './use-composer.ts'

const UnreadFiles = lazyPart(async () => (await import('./unread-files.tsx')).UnreadFiles)
const NoModel = lazyPart(async () => (await import('./no-model.tsx')).NoModel)
const InputRules = lazyPart(async () => (await import('./input-rules.tsx')).InputRules)
const DraftNotice = lazyPart(async () => (await import('./draft-notice.tsx')).DraftNotice)

/** Ctrl or ⌘ with Enter submits from anywhere in the composer. */
export function onSendKey(submit: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.repeat || isComposing(event.nativeEvent)) return
    event.preventDefault()
    submit()
  }
}

type ComposerProps = {
  composer: ComposerState
  /** The form of a phone's sheet, from top to bottom, or the floating bar. */
  as: 'sheet' | 'bar'
}

/** Prompt, model and options, with the price and the submit button. */
export function Composer({ composer, as }: ComposerProps) {
  const { t } = useLingui()
  const { kind, models, model } = composer
  // A text model says that it reads no files; other models without inputs ignore them.
  const drop = useFileDrop(composer.inputs, kind === 'text')
  const fields = composer.submission.failure?.fields
  const { left, uploads } = composer.inputs

  if (!model && composer.task) return <NoModel task={composer.task} />
  if (!model) {
    return (
      <p className="px-6 py-4 text-ink-soft">
        <Trans>This server has no models of this type yet.</Trans>
      </p>
    )
  }
  const picker = models.length > 1 && (
    <ModelPicker models={models} value={model} onValueChange={composer.setModel} error={fields?.model?.detail} />
  )
  const about = models.length === 1 && (
    <p data-broad className="-mb-2 text-sm text-ink-soft">
      {model.available ? model.description : model.unavailable_reason}
    </p>
  )
  const notices = (
    <>
      <div role="status" className="empty:hidden">
        {composer.news.note && <DraftNotice news={composer.news} note={composer.news.note} />}
      </div>
      {kind === 'text' && (uploads.refused !== null || left.length > 0) && <UnreadFiles composer={composer} models={models} />}
    </>
  )
  const rules = kind === 'video' && composer.inputs.given.length > 0 && <InputRules composer={composer} model={model} />
  const options = (
    <OptionFields kind={kind} schema={model.options} values={composer.options} onChange={composer.setOption} errors={fields} />
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys come from its fields.
    <form
      noValidate
      data-kind={kind}
      data-bar={as === 'bar' ? '' : undefined}
      className="relative flex min-h-0 flex-1 flex-col"
      {...drop.handlers}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onSendKey(() => void sendFrom(document.activeElement, composer))}
      aria-label={t`New result`}
    >
      {as === 'sheet' ? (
        <>
          <div
            data-scroller
            className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto overscroll-contain px-5 pt-1 pb-6 motion-safe:scroll-smooth"
          >
            {notices}
            {!composer.isPromptless && <PromptField composer={composer} model={model} startHere />}
            <InputsField composer={composer} />
            {rules}
            {picker}
            {about}
            {options}
          </div>
          <Send composer={composer} />
        </>
      ) : (
        <BarParts
          composer={composer}
          model={model}
          hasErrors={fields !== undefined && Object.keys(fields).some((name) => name === 'model' || name.startsWith('options.'))}
          options={
            <>
              {picker}
              {about}
              {options}
            </>
          }
        >
          {(foot) => (
            <>
              {notices}
              <SendNotes composer={composer} />
              {rules}
              <BarPrompt composer={composer} model={model} foot={foot} />
            </>
          )}
        </BarParts>
      )}
      {drop.over && <DropArea />}
    </form>
  )
}

type BarPromptProps = { composer: ComposerState; model: Model; foot: ReactNode }

/** The prompt of the bar with its files, and with the main values and the price at the end of its row. */
function BarPrompt({ composer, model, foot }: BarPromptProps) {
  const inputs = <InputsField composer={composer} />
  if (composer.isPromptless)
    return (
      <>
        {inputs}
        {foot}
      </>
    )
  return (
    <PromptField composer={composer} model={model} startHere={false} inBar>
      {inputs}
      {foot}
    </PromptField>
  )
}

/** Sends, and keeps the sent prompt selected: typing replaces it, an arrow key continues it. */
async function sendFrom(field: Element | null, composer: ComposerState) {
  if ((await composer.submission.submit()) && field instanceof HTMLTextAreaElement && field === document.activeElement) field.select()
}
