import './markdown.css'
import { useHydrated } from '@tanstack/react-router'
import { type ComponentProps, memo, useDeferredValue, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { defaultRemarkPlugins, type PluginConfig, Streamdown } from 'streamdown'
import { RichText } from '#app/ui/text/rich-text.tsx'
import { elements, NotesId, noteId } from './elements.tsx'
import { normalizeMath } from './normalize-math.ts'
import { ParseGuard } from './parse-guard.tsx'
import { Readable } from './readable.tsx'
import { noReferences, readReferences, withReferences } from './references.ts'
import { remarkLists, remarkMarks } from './remark-answer.ts'
import { type Chunks, noChunks, renumbered, splitChunks } from './split-chunks.ts'

type RemarkPlugin = NonNullable<ComponentProps<typeof Streamdown>['remarkPlugins']>[number]
type Parser = ThisParameterType<Extract<RemarkPlugin, (...options: never[]) => unknown>>

/** Disables parsing of HTML: it stays literal text. */
function withoutHtml(this: Parser) {
  const data: object = this.data()
  const others: unknown = 'micromarkExtensions' in data ? data.micromarkExtensions : []
  const without = { disable: { null: ['htmlFlow', 'htmlText'] } }
  Object.assign(data, { micromarkExtensions: [...(Array.isArray(others) ? others : []), without] })
}

const { gfm, ...others } = defaultRemarkPlugins
/** A single tilde stands for “about” or “to” in a text; only two of them strike it through. */
const gfmOfAnswers: RemarkPlugin[] = Array.isArray(gfm) ? [[gfm[0], { singleTilde: false }]] : []
const remarkPlugins: RemarkPlugin[] = [...gfmOfAnswers, ...Object.values(others), withoutHtml, remarkMarks, remarkLists]
/** No plugins, because they could introduce HTML. */
const rehypePlugins: [] = []

type MarkdownProps = { text: string; writing?: boolean }

/**
 * Renders untrusted Markdown from a model: HTML is shown as text, links show their host, nothing is loaded from elsewhere. Streaming costs
 * the same at any length: finished chunks are parsed once and laid out only while visible.
 */
export default function Markdown({ text: given, writing = false }: MarkdownProps) {
  const hydrated = useHydrated()
  const [isServerRendered] = useState(!hydrated)
  // Typing and scrolling have priority over rendering a long text.
  const text = useDeferredValue(given, '')
  const [chunks, setChunks] = useState<Chunks>(noChunks)
  const next = splitChunks(text, chunks)
  if (next.from !== chunks.from) setChunks(next)
  if (text === '' && given !== '') return isServerRendered ? <Served text={given} /> : <RichText text={given} />
  const tail = text.slice(next.from)
  const live = writing || text !== given
  const parts = [...next.closed, ...(tail === '' ? [] : [tail])]
  return <Answer parts={parts} firsts={next.firsts} text={text} live={live} isTailOpen={live && tail !== ''} />
}

/** The text as the server has rendered it, in the form that is read in one pass. The browser takes that HTML over as it is. */
function Served({ text }: { text: string }) {
  const notesId = useId()
  if (import.meta.env.SSR)
    return (
      <div>
        <Readable text={text} notesId={notesId} />
      </div>
    )
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

type AnswerProps = { parts: readonly string[]; firsts: Chunks['firsts']; text: string; live: boolean; isTailOpen: boolean }

function Answer({ parts, firsts, text, live, isTailOpen }: AnswerProps) {
  const notesId = useId()
  const references = useMemo(() => readReferences(text, live), [text, live])
  const prepared = parts.map((part, index) => {
    const numbered = renumbered(part, firsts[index] ?? null)
    return references === noReferences && !live ? numbered : withReferences(numbered, references, live)
  })
  return (
    <NotesId value={notesId}>
      {prepared.map((chunk, index) => (
        <Chunk key={index} text={chunk} live={isTailOpen && index === prepared.length - 1} />
      ))}
      {references.notes.length > 0 && (
        <ol className="mt-6 grid list-decimal gap-1.5 border-t border-line pt-4 pl-6 text-base text-ink-soft [&_p]:mt-0">
          {references.notes.map(({ number, text: note }) => (
            <li key={number} id={noteId(notesId, number)} value={number}>
              <Chunk text={withReferences(note, references, live)} live={false} />
            </li>
          ))}
        </ol>
      )}
    </NotesId>
  )
}

/** HTML is text, so that an unfinished tag is no mark to complete. */
const completion = { htmlTags: false, singleTilde: false }

/** A chunk is parsed as a whole: its parts may refer to each other. */
const asOneBlock = (text: string): string[] => [text]

/** A chunk of about a screenful, parsed again only when its own text changes. */
export const Chunk = memo(function Chunk({ text, live }: { text: string; live: boolean }) {
  const normalized = useMemo(() => normalizeMath(text, live), [text, live])
  const plugins = useMath(normalized !== null)
  const { box, ...room } = useRoom(live)
  return (
    <div ref={box} {...room}>
      <ParseGuard text={text} plain={<p className="whitespace-pre-wrap">{text}</p>}>
        <Streamdown
          mode="streaming"
          parseIncompleteMarkdown={live}
          isAnimating={live}
          components={elements}
          remarkPlugins={remarkPlugins}
          rehypePlugins={rehypePlugins}
          plugins={plugins}
          parseMarkdownIntoBlocksFn={asOneBlock}
          remend={completion}
          className={`markdown space-y-0 ${live ? 'writing' : ''}`}
        >
          {plugins ? (normalized ?? text) : text}
        </Streamdown>
      </ParseGuard>
    </div>
  )
})

/**
 * Manages the height of a chunk: off screen it is not laid out and keeps its measured height. A chunk streamed in while mounted is measured
 * first, because an estimate would shorten the page for a reader who has scrolled up.
 */
function useRoom(live: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(live)
  const [height, setHeight] = useState<number | null>(null)
  if (live && !seen) setSeen(true)
  useLayoutEffect(() => {
    if (!live && seen && box.current) setHeight(box.current.offsetHeight)
  }, [live, seen])
  if (live || (seen && height === null)) return { box }
  return {
    box,
    className: '[content-visibility:auto]',
    style: { containIntrinsicBlockSize: height === null ? 'auto 36rem' : `auto ${height}px` },
  }
}

let loadedMath: PluginConfig | undefined

/** The formula renderer, loaded with the first formula; undefined until then. */
function useMath(wanted: boolean): PluginConfig | undefined {
  const [loaded, setLoaded] = useState(loadedMath)
  useEffect(() => {
    if (!wanted || loaded) return
    // Formulas are readable as source.
    void import('./math.ts').then(
      ({ math }) => setLoaded((loadedMath ??= { math })),
      () => undefined,
    )
  }, [wanted, loaded])
  return wanted ? loaded : undefined
}
