import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '#app/ui/controls/copy-text.ts'
import type { Token } from './highlight.ts'

/** Longer code is not highlighted. */
const longestColoured = 60_000

/** Highlighted tokens of complete code; undefined until loaded, and for unknown languages. */
function useColours(code: string, language: string, ready: boolean): Token[][] | undefined {
  const [known, setKnown] = useState<{ code: string; lines: Token[][] }>()
  useEffect(() => {
    if (!ready || language === '' || code.length > longestColoured) return
    const end = new AbortController()
    // Code is readable without highlighting.
    void import('./highlight.ts')
      .then(({ highlight }) => highlight(code, language, end.signal))
      .then((lines) => lines && !end.signal.aborted && setKnown({ code, lines }))
      .catch(() => undefined)
    return () => end.abort()
  }, [code, language, ready])
  return known?.code === code ? known.lines : undefined
}

const languageNames: Record<string, string> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  'c++': 'C++',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  docker: 'Dockerfile',
  dockerfile: 'Dockerfile',
  go: 'Go',
  graphql: 'GraphQL',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  latex: 'LaTeX',
  markdown: 'Markdown',
  md: 'Markdown',
  php: 'PHP',
  powershell: 'PowerShell',
  py: 'Python',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  sh: 'Shell',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
}

type CodeBlockProps = {
  code: string
  /** The name that the model gave; may be empty. */
  language: string
  /** Whether the code is still being written. */
  writing: boolean
}

export function CodeBlock({ code, language, writing }: CodeBlockProps) {
  const { t } = useLingui()
  const lines = useColours(code, language, !writing)
  const name = languageNames[language] ?? language
  return (
    <div className="mt-4 overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line pl-4 text-sm text-ink-soft">
        <span>{name || t`Code`}</span>
        <CopyCode code={code} />
      </div>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard.
        tabIndex={0}
        role="region"
        aria-label={name ? t`Code, ${name}` : t`Code`}
        className="overflow-x-auto p-4 font-mono text-sm leading-6 [tab-size:2] [--code-foreground:var(--ink)] [--code-token-comment:var(--ink-soft)] [--code-token-constant:var(--video-kind)] [--code-token-function:var(--text-kind)] [--code-token-keyword:var(--image-kind)] [--code-token-parameter:var(--ink)] [--code-token-punctuation:var(--ink-soft)] [--code-token-string:var(--audio-kind)] [--code-token-string-expression:var(--audio-kind)] [--code-token-link:var(--audio-kind)] [--code-token-inserted:var(--ok)] [--code-token-deleted:var(--danger)] [--code-token-changed:var(--warn)]"
      >
        <code>{lines ? <Lines lines={lines} /> : code}</code>
      </pre>
    </div>
  )
}

function Lines({ lines }: { lines: Token[][] }) {
  return lines.map((line, index) => (
    <span key={index}>
      {line.map(({ content, color }, at) => (
        <span key={at} style={{ color }}>
          {content}
        </span>
      ))}
      {index < lines.length - 1 && '\n'}
    </span>
  ))
}

function CopyCode({ code }: { code: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    try {
      await copyText(code)
    } catch {
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2_000)
  }
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="inline-flex min-h-10 noscript:hidden items-center gap-1.5 rounded-control px-3.5 transition-colors hover:bg-ink/7 hover:text-ink pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
    </button>
  )
}
