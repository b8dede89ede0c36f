import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawnText } from '@quartet/engine/protocol/letters.ts'
import { undrawableIn } from '#app/runs/options/undrawable.ts'
import { findWord } from '../../app/server/core/rules/safety/find-word.ts'
import { findBacktracking } from '../../scripts/lint/linear-patterns.mjs'

const reasonFor = ({ source, flags }: RegExp) => findBacktracking(source, flags)
/** Made of text, because the rule would refuse them here too. */
const pattern = (source: string, flags = '') => new RegExp(source, flags)

describe('the rule on patterns', () => {
  test.each<[source: string, flags?: string]>([
    [String.raw`/+$`],
    [String.raw`\s+$`],
    [String.raw`\s*,`],
    [String.raw`^\s*(.*?)\s*$`],
    [String.raw`^[^?!]*\p{L}[^?!]*$`, 'u'],
    [String.raw`\d+(?:\.\d+){2,}`],
    [String.raw`!\[([^\]]*)\]\([^)]*\)`, 'g'],
    [String.raw`<script[^>]*>([\s\S]*?)</script>`, 'g'],
    [String.raw`\*\*(?=\S)(.+?)(?<=\S)\*\*`, 'g'],
    [String.raw`^\s+$`, 'gm'],
    [String.raw`0\d+(?![.,]?\d)`],
    [String.raw`x(?=.*y)`],
    [String.raw`(?<=a.*)b`],
    [String.raw`^(a+)\1b`],
    [String.raw`^([a-z]+\.)*[a-z.]+$`],
  ])('a pattern that takes quadratic time is refused: %s', (source, flags) => expect(reasonFor(pattern(source, flags))).toBeDefined())

  test.each<[source: string, flags?: string]>([
    [String.raw`^(a+)+$`],
    [String.raw`(?:a*)*b`],
    [String.raw`(a|a)*b`],
    [String.raw`(?:x(?:a?|b?))*c`],
    [String.raw`^(?:\w+\s?)+$`],
    [String.raw`^(?:<!--.*?-->\s*|<!DOCTYPE\b[^>]*>\s*)*<svg\b`, 'is'],
  ])('a pattern that takes exponential time is refused: %s', (source, flags) =>
    expect(reasonFor(pattern(source, flags))).toMatch(/several ways/),
  )

  test.each<[source: string, flags?: string]>([
    [String.raw`(?<!/)/+$`],
    [String.raw`(?<![\s,;:])[\s,;:]+$`, 'u'],
    [String.raw`^\s*\S+\s*$`],
    [String.raw`a[^a]*b`],
    [String.raw`a.*`],
    [String.raw`[#].*`, 's'],
    [String.raw`\s+$`, 'y'],
    [String.raw`^ +$`, 'gm'],
    [String.raw`[\p{L}]+(?:['-][\p{L}]+)*`, 'gu'],
    [String.raw`\*\*(.+?)\*\*`, 'g'],
    [String.raw`\n\s*\n`],
    [String.raw`^([ab]+|[bc]+d)$`],
  ])('a pattern that takes linear time passes: %s', (source, flags) => expect(reasonFor(pattern(source, flags))).toBeUndefined())
})

const root = join(import.meta.dirname, '../..')

describe('patterns that are composed of parts', () => {
  /** Files whose patterns are too long to be judged, and read the first or last 200 characters of a text at most. */
  const bounded = ['engine/text/instruction.ts']
  const files = globSync('{app,engine}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.(?:test|spec)\.tsx?$|\.test-process\.ts$/.test(path))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes('new RegExp('))
    .filter((path) => !bounded.includes(path))

  /** Files that compose a pattern in a call, with one that does. */
  const calls: Record<string, () => unknown> = {
    'app/server/core/rules/safety/find-word.ts': () => findWord(['two  words', 'begin*'], 'text'),
    'app/runs/options/undrawable.ts': () => undrawableIn('text', drawnText),
  }

  const composed: { source: string; flags: string; place: string }[] = []
  const OwnRegExp = RegExp
  beforeAll(async () => {
    globalThis.RegExp = new Proxy(OwnRegExp, {
      construct(target, given: [RegExp | string, string?]) {
        const made = new target(...given)
        composed.push({ source: made.source, flags: made.flags, place: new Error('here').stack?.split('\n')[2] ?? '' })
        return made
      },
    })
    // Modules that another test file has loaded into this process would compose nothing.
    vi.resetModules()
    for (const path of files) {
      await import(/* @vite-ignore */ join(root, path))
      await calls[path]?.()
    }
  })
  afterAll(() => {
    globalThis.RegExp = OwnRegExp
  })

  test.each(files)('every pattern that %s composes takes linear time', (path) => {
    const own = composed.filter(({ place }) => place.includes(`/${path}`))
    expect(own).not.toEqual([])
    expect(own.map(({ source, flags }) => findBacktracking(source, flags)).filter((reason) => reason !== undefined)).toEqual([])
  })
})
