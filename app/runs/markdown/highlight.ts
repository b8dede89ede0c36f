import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type LanguageRegistration, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

type Grammar = () => Promise<{ default: LanguageRegistration[] }>

/** Loaded on first use of each language. */
const grammars: Record<string, Grammar> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  nginx: () => import('shiki/langs/nginx.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const aliases: Record<string, string> = {
  'c#': 'csharp',
  // C++'s own grammar is as large as all others together.
  'c++': 'c',
  cpp: 'c',
  cs: 'csharp',
  dockerfile: 'docker',
  golang: 'go',
  hs: 'haskell',
  js: 'javascript',
  jsonc: 'json',
  json5: 'json',
  kt: 'kotlin',
  makefile: 'make',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

const theme = createCssVariablesTheme({ name: 'ink', variablePrefix: '--code-', fontStyle: false })
// The regular-expression engine of the browser: no WebAssembly and no eval, so the page's CSP stays strict.
const highlighter = createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) })

export type Token = Pick<ThemedToken, 'content' | 'color'>

/** Lines tokenized at a time before yielding to other work. */
const linesAtOnce = 40
/** Longer lines are data instead of code to read. */
const longestLine = 2_000

/** Code as lines of colored tokens; undefined for an unknown language. Rejects when aborted. */
export async function highlight(code: string, language: string, signal: AbortSignal): Promise<Token[][] | undefined> {
  const name = aliases[language] ?? language
  const grammar = Object.hasOwn(grammars, name) ? grammars[name] : undefined
  if (!grammar) return undefined
  const [shiki, { default: registrations }] = await Promise.all([highlighter, grammar()])
  await shiki.loadLanguage(registrations)
  const lang = registrations.at(-1)?.name ?? name
  const lines = code.split('\n')
  const coloured: Token[][] = []
  let grammarState: GrammarState | undefined
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    await aMoment()
    signal.throwIfAborted()
    const part = shiki.codeToTokens(lines.slice(at, at + linesAtOnce).join('\n'), {
      lang,
      theme: 'ink',
      tokenizeMaxLineLength: longestLine,
      ...(grammarState && { grammarState }),
    })
    grammarState = part.grammarState
    coloured.push(...part.tokens)
  }
  return coloured
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 16)
  })
}
