import { Trans, useLingui } from '@lingui/react/macro'
import { Check, ExternalLink, ImageIcon } from 'lucide-react'
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from 'react'
import { type Components, type ExtraProps, useIsCodeFenceIncomplete } from 'streamdown'
import { CodeBlock } from './code-block.tsx'
import { readLink, saysWhere } from './safe-link.ts'

type Props<Tag extends 'a' | 'img' | 'pre' | 'table' | 'input' | 'sup'> = ComponentProps<Tag> & ExtraProps
type Node = NonNullable<ExtraProps['node']>
type Child = Node['children'][number]

const wordsOf = (child: Child): string =>
  child.type === 'text' ? child.value : child.type === 'element' ? child.children.map(wordsOf).join('') : ''

/** Shows the link's host unless its text already contains it. Links outside the web become plain text. */
function Link({ href, node, children }: Props<'a'>) {
  const link = readLink(href)
  if (!link) return children
  const words = node?.children.map(wordsOf).join('') ?? ''
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow" className="link">
      {children}
      {!saysWhere(words, link.host) && <span className="ml-1 text-sm text-ink-soft">({link.host})</span>}
    </a>
  )
}

/** A link instead of a remote image, which would reveal the reader to its host; it opens in a new window. */
function RemoteImage({ src, alt }: Props<'img'>) {
  const { t } = useLingui()
  const link = readLink(typeof src === 'string' ? src : undefined)
  const words = alt || t`Image`
  if (!link) return <em>{words}</em>
  const { host } = link
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="my-1 inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 py-2 text-base transition-colors hover:border-edge"
    >
      <ImageIcon aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="min-w-0">
        {alt && <span className="block font-medium">{alt}</span>}
        <span className="block text-sm text-ink-soft">
          <Trans>Image from {host}: open</Trans>
        </span>
      </span>
      <ExternalLink aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
    </a>
  )
}

function Pre({ node, children }: Props<'pre'>) {
  const writing = useIsCodeFenceIncomplete()
  const code = node?.children[0]
  if (code?.type !== 'element' || code.tagName !== 'code') return <pre>{children}</pre>
  const names = code.properties.className
  const named = Array.isArray(names) ? names.find((name) => String(name).startsWith('language-')) : undefined
  const language = String(named ?? '')
    .slice('language-'.length)
    .toLowerCase()
    .slice(0, 30)
  return <CodeBlock code={wordsOf(code).replace(/\n$/, '')} language={language} writing={writing} />
}

/** A table that scrolls on its own if it is wider than a phone, so that the page does not move. */
function Table({ children }: Props<'table'>) {
  const { t } = useLingui()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard.
    <div tabIndex={0} role="region" aria-label={t`Table`} className="mt-4 overflow-x-auto rounded-card border border-line">
      <table className="w-full border-collapse font-sans text-base [&_td]:min-w-24 [&_td]:border-t [&_td]:px-3.5 [&_td]:py-2 [&_td]:align-top [&_th]:min-w-24 [&_th]:bg-wash [&_th]:px-3.5 [&_th]:py-2 [&_th]:text-left [&_th]:font-medium">
        {children}
      </table>
    </div>
  )
}

/** A checkbox of a task list. */
function Task({ checked }: Props<'input'>) {
  const { t } = useLingui()
  return (
    <span
      role="img"
      aria-label={checked ? t`Done:` : t`To do:`}
      className={`mr-2 inline-grid size-4.5 translate-y-0.75 place-items-center rounded-[5px] border ${checked ? 'border-ink bg-ink text-paper' : 'border-edge'}`}
    >
      {checked && <Check aria-hidden className="size-3.5" strokeWidth={2.5} />}
    </span>
  )
}

/** Distinguishes the notes of the answers on a page. */
export const NotesId = createContext('')
export const noteId = (notes: string, number: number | string) => `${notes}note-${number}`

/** A raised text, or the number of a note, which leads to it. */
function Raised({ node, children }: Props<'sup'>) {
  const { t } = useLingui()
  const notes = use(NotesId)
  const number = node?.properties['data-note'] ?? node?.properties.dataNote
  if (typeof number !== 'string') return <sup>{children}</sup>
  const id = noteId(notes, number)
  const jump = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById(id)?.scrollIntoView({ block: 'center' })
  }
  return (
    <sup>
      <a href={`#${id}`} onClick={jump} aria-label={t`Note ${number}`} className="link">
        {number}
      </a>
    </sup>
  )
}

const heading = 'font-sans font-semibold tracking-[-0.01em] text-balance'
const list = 'mt-3.5 grid gap-1.5 pl-6 marker:text-kind [&_&]:mt-1.5'
const smallest = ({ children }: { children?: ReactNode } & ExtraProps) => <h6 className={`mt-5 text-lg ${heading}`}>{children}</h6>

/** Markdown elements in our styles. HTML is not among them: it is shown as source. */
export const elements = {
  a: Link,
  img: RemoteImage,
  pre: Pre,
  code: ({ children }) => <code className="rounded-[5px] bg-ink/6 px-1.25 py-0.5 font-mono text-[0.88em] wrap-anywhere">{children}</code>,
  table: Table,
  thead: ({ children }) => <thead>{children}</thead>,
  tbody: ({ children }) => <tbody>{children}</tbody>,
  tr: ({ children }) => <tr>{children}</tr>,
  th: ({ children, style }) => <th style={style}>{children}</th>,
  td: ({ children, style }) => <td style={style}>{children}</td>,
  input: Task,
  // A model's headings are only part of one work, so their levels start below those of the page.
  h1: ({ children }) => <h3 className={`mt-7 text-2xl ${heading}`}>{children}</h3>,
  h2: ({ children }) => <h4 className={`mt-7 text-xl ${heading}`}>{children}</h4>,
  h3: ({ children }) => <h5 className={`mt-5.5 text-lg ${heading}`}>{children}</h5>,
  h4: smallest,
  h5: smallest,
  h6: smallest,
  // Each hard break is followed by a line feed, which breaks the line already.
  p: ({ children }) => <p className="mt-3.5 whitespace-pre-line [li>&]:mt-0 [li>&+&]:mt-2 [&_br]:hidden">{children}</p>,
  ul: ({ children, className }) => (
    <ul className={`${list} ${className?.includes('contains-task-list') ? 'list-none pl-1' : 'list-disc'}`}>{children}</ul>
  ),
  ol: ({ children, start }) => (
    <ol start={start} className={`list-decimal ${list}`}>
      {children}
    </ol>
  ),
  li: ({ children }) => <li>{children}</li>,
  blockquote: ({ children }) => <blockquote className="mt-4 border-l-2 border-edge pl-4 text-ink-soft">{children}</blockquote>,
  hr: () => <hr className="my-7 border-line" />,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  sup: Raised,
  sub: ({ children }) => <sub>{children}</sub>,
  kbd: ({ children }) => (
    <kbd className="rounded-[5px] border border-edge bg-surface px-1.25 py-0.5 font-mono text-[0.85em]">{children}</kbd>
  ),
  section: ({ children }) => <div className="mt-6 border-t border-line text-base text-ink-soft">{children}</div>,
} satisfies Components
