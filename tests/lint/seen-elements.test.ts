import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { findUnseen } from '../../scripts/lint/seen-elements.mjs'

/** Returns what the rule finds in the last expression of a test file. */
function lookAt(source: string) {
  const { body } = parseAst(source)
  const definitions = new Map(
    body.flatMap((statement) =>
      statement.type === 'VariableDeclaration'
        ? statement.declarations.flatMap(({ id, init }) => (id.type === 'Identifier' && init ? [[id.name, init] as const] : []))
        : [],
    ),
  )
  const last = body.at(-1)
  return findUnseen(last?.type === 'ExpressionStatement' ? last.expression : undefined, definitions)
}

test.each([
  ["page.getByRole('img', { name: 'A lake' })", 'img'],
  ["card.getByRole('img').first()", 'img'],
  ["cardOf(page, prompt).locator('video')", 'video'],
  ["page.locator('figure > img[alt]')", 'figure > img[alt]'],
  ["page.getByRole('button', { name: 'Create' })", 'button'],
  ["form.getByRole('alert').filter({ hasText: 'Too long' })", 'alert'],
  ["const dialog = page.getByRole('dialog'); dialog", 'dialog'],
  ["const notice = (page) => page.getByRole('alert').last(); notice(other)", 'alert'],
])('an element that may be covered is found: %s', (source, found) => expect(lookAt(source)).toBe(found))

test.each([
  "page.getByRole('heading', { level: 1 })",
  "page.getByRole('dialog').getByText('Done')",
  "page.locator('.video-frame')",
  "page.getByRole('status')",
  'cardOf(page, prompt)',
  'const field = field; field',
])('other elements may be asked for with `toBeVisible`: %s', (source) => expect(lookAt(source)).toBeUndefined())
