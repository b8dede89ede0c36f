import { expect, test } from 'vitest'
import { startingAnswer, unknownHostAnswer } from './error-answers.ts'

test.each([
  ['/api/v1/models', 'application/json'],
  ['/openai/v1/models', 'application/json'],
  ['/anthropic/v1/messages', 'application/json'],
  ['/mcp', 'application/json'],
  ['/mcp?key=x', 'application/json'],
  ['/mcps', 'text/html; charset=utf-8'],
  ['/dashboard', 'text/html; charset=utf-8'],
])('a server that starts, or does not know the name, answers %s as %s', (path, type) => {
  expect(startingAnswer(new Request(`http://localhost${path}`)).headers.get('content-type')).toBe(type)
  expect(unknownHostAnswer(path, { host: 'other.example' }).headers.get('content-type')).toBe(type)
})
