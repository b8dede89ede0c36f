import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

type ToolStepProps = {
  name: string
  /** The step in words, for a tool of the studio. */
  words?: string | undefined
  /** The arguments as the model wrote them, also when they are broken. */
  input: string | null
  /** Absent until the program has sent one. */
  result?: { text: string; failed: boolean; length?: number } | null | undefined
  /** The files of the result. */
  children?: ReactNode
  onOpen?: () => void
}

/** A call of a program's tool with its result, folded. Opens by keyboard and without a script. */
export function ToolStep({ name, words, input, result, children, onOpen }: ToolStepProps) {
  const { t } = useLingui()
  return (
    <details className="group/step font-sans text-base" onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
      <summary className="-ml-2 inline-flex min-h-11 max-w-full cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 shrink-0 transition-transform group-open/step:rotate-90" />
        <span className="wrap-anywhere">
          {words !== undefined ? (
            words
          ) : result?.failed ? (
            <Trans>The tool {name} failed</Trans>
          ) : result ? (
            <Trans>Used the tool {name}</Trans>
          ) : (
            <Trans>Called the tool {name}</Trans>
          )}
        </span>
      </summary>
      <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3 border-l-2 border-line pl-4">
        {input !== null && <LongText title={t`Arguments`} text={input} />}
        {result && (result.text || !children) && <LongText title={t`Result`} text={result.text} length={result.length} />}
        {children}
      </div>
    </details>
  )
}

/** Characters, and lines, that are shown of a text at first. */
const mostAtFirst = { characters: 1_200, lines: 16 }

/** Divides a text into what is shown at first and the rest, at the end of a line where there is one near. */
export function divideLong(text: string): [string, string] {
  const lines = text.split('\n', mostAtFirst.lines + 1)
  const inLines = lines.length > mostAtFirst.lines ? lines.slice(0, mostAtFirst.lines).join('\n').length : text.length
  const at = Math.min(inLines, mostAtFirst.characters)
  // A little more is not worth a click.
  return text.length - at < 200 ? [text, ''] : [text.slice(0, at), text.slice(at).replace(/^\n/, '')]
}

function LongText({ title, text, length = text.length }: { title: string; text: string; length?: number | undefined }) {
  const { t } = useLingui()
  const [start, rest] = divideLong(text)
  const box = 'overflow-x-auto bg-wash px-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere'
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)]">
      <h4 className="mb-1 text-sm font-medium tracking-normal text-ink-soft">{title}</h4>
      <pre className={`rounded-t-control py-3 ${rest ? '' : 'rounded-b-control'} ${box}`}>{start || '–'}</pre>
      {rest && (
        <details className="group/rest flex flex-col">
          <summary className="cursor-pointer list-none rounded-b-control bg-wash px-4 py-3 text-sm text-ink-soft group-open/rest:rounded-none hover:text-ink [&::-webkit-details-marker]:hidden">
            <span className="group-open/rest:hidden">{t`Show all`}</span>
            <span className="hidden group-open/rest:inline">{t`Show less`}</span>
          </summary>
          <pre aria-busy={text.length < length || undefined} className={`rounded-b-control pb-3 ${box}`}>
            {rest}
          </pre>
        </details>
      )}
    </section>
  )
}
