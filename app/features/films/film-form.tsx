import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { scriptMaxLength } from '#app/contract/films/film-values.ts'
import { SeveralForm } from '#app/runs/several-form.tsx'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { type Locale, locales } from '#config'
import { type Choices, FilmChoices, usualChoices } from './film-choices.tsx'
import { readScriptFile, scriptFiles } from './read-script-file.ts'
import { TemplateList } from './templates/template-list.tsx'
import type { TemplateName } from './templates/template-names.ts'
import { templates } from './templates/templates.ts'
import { useCreateFilm } from './use-create-film.ts'

const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

const free = { tokens: 0, milli: 0 } as const

/** The form of a new film: a script, or a draft of one. */
export function FilmForm() {
  const { t, i18n } = useLingui()
  const { number } = useFormat()
  const navigate = useNavigate()
  const toast = useToast()
  const { create, sending, failure } = useCreateFilm()
  const [text, setText] = useState('')
  const [choices, setChoices] = useState(usualChoices)
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const language: Locale = locales.find((locale) => locale === i18n.locale) ?? 'en'
  const put = (change: Partial<Choices>) => setChoices((before) => ({ ...before, ...change }))
  const isTooLong = text.trim().length > scriptMaxLength
  const most = number(scriptMaxLength)

  /** Replaces the text, with an undo. */
  function replace(next: string, change: Partial<Choices>) {
    const before = { text, choices }
    setText(next)
    put(change)
    setFileProblem(null)
    if (text.trim() !== '')
      toast({
        title: t`Your text was replaced`,
        action: {
          label: t`Undo`,
          onClick: () => {
            setText(before.text)
            setChoices(before.choices)
          },
        },
      })
  }
  function chooseTemplate(name: TemplateName) {
    const { script, seconds, readsAloud } = templates[language].drafts[name]
    const idea = isSentence(text) ? withoutStop(text.trim()) : t`[What the film is about]`
    replace(script.replaceAll('{idea}', idea), { seconds, readsAloud })
  }
  async function take(file: File | undefined) {
    if (!file) return
    const read = await readScriptFile(file)
    if (read.ok) return replace(read.text, {})
    setFileProblem(
      {
        too_long: t`${file.name} is longer than ${most} characters. Split it into several films.`,
        no_text: t`${file.name} isn’t a text. Choose a TXT, Fountain or Markdown file.`,
        empty: t`${file.name} is empty.`,
      }[read.reason],
    )
  }
  async function start(script: string) {
    const film = await create(script, language, choices)
    if (film) void navigate({ to: '/dashboard', search: { film } })
  }
  const drop = useFileDrop((file) => void take(file))

  return (
    <div {...drop} className="grid gap-4">
      <SeveralForm
        prompt={text}
        onPromptChange={setText}
        label={<Trans>What is your film about? Or paste a script.</Trans>}
        placeholder={t`EXT. LIGHTHOUSE - DUSK

A lighthouse above the sea. A storm is coming.

KEEPER
One hundred and twelve steps. Every night.`}
        hint={<SplitsOnly />}
        // A longer text is kept and refused with words, instead of being cut.
        maxLength={1_000_000}
        rows={11}
        price={isTooLong ? null : free}
        missing={0}
        missingNote={null}
        failure={failure}
        choiceFailure={failure?.fields?.text?.detail}
        closedNote={<ClosedNote />}
        sending={sending}
        action={<Trans>Split into shots</Trans>}
        onSubmit={() => start(text)}
        settings={
          <FormSettings
            problem={fileProblem ?? (isTooLong ? t`The script is longer than ${most} characters. Split it into several films.` : null)}
            isDraft={hasBlanks(text)}
            sending={sending}
            onFile={(file) => void take(file)}
            onExample={() => void start(templates[language].example)}
            onTemplate={chooseTemplate}
          />
        }
        side={<FilmChoices choices={choices} onChange={put} />}
      />
    </div>
  )
}

function SplitsOnly() {
  const hasModel = useModels().some(({ type, id, available }) => type === 'text' && available && !id.startsWith('sketch-'))
  if (hasModel) return <Trans>Quartet splits your script; it doesn’t invent a story.</Trans>
  return <Trans>This server has no language model. Quartet splits your script; it doesn’t invent a story.</Trans>
}

const withoutStop = (text: string) => (/[.!?…]$/.test(text) ? text.slice(0, -1) : text)

/** Whether a line has a part in brackets, as drafts do. */
const hasBlanks = (text: string) => text.split('\n').some((line) => line.includes('[') && line.indexOf(']') > line.indexOf('[') + 2)

const isSentence = (text: string) => text.trim() !== '' && text.trim().length <= 160 && !text.trim().includes('\n')

type FormSettingsProps = {
  problem: string | null
  isDraft: boolean
  sending: boolean
  onFile: (file: File | undefined) => void
  onExample: () => void
  onTemplate: (name: TemplateName) => void
}

/** Ways to begin without a script of one's own. */
function FormSettings({ problem, isDraft, sending, onFile, onExample, onTemplate }: FormSettingsProps) {
  return (
    <div className="grid gap-4">
      <div role="alert" className="text-danger empty:hidden">
        {problem}
      </div>
      {isDraft && (
        <p className="rounded-control bg-warn-soft px-3.5 py-2.5">
          <Trans>This is a draft. Replace what is in brackets with your own words.</Trans>
        </p>
      )}
      <div className="-mx-2 flex flex-wrap items-center">
        <ScriptFileButton onFile={onFile} />
        <Button variant="ghost" size="sm" busy={sending} onClick={onExample}>
          <Trans>Try an example</Trans>
        </Button>
      </div>
      <TemplateList onChoose={onTemplate} />
    </div>
  )
}

function ScriptFileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => input.current?.click()}>
        <FileText aria-hidden className="size-4.5" strokeWidth={1.75} />
        <Trans>Open a script file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept={scriptFiles}
        aria-label={t`Script file`}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Handlers of a part that takes a dropped file. */
function useFileDrop(onFile: (file: File | undefined) => void) {
  const isFile = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => isFile(event) && event.preventDefault(),
    onDrop(event: DragEvent) {
      if (!isFile(event)) return
      event.preventDefault()
      onFile(event.dataTransfer.files[0])
    },
  }
}
