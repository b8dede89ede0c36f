import { expect, test } from 'vitest'
import { makeFunctionIds } from '../../scripts/vite/function-ids.ts'

test('a server function has its name for an id', () => {
  const idOf = makeFunctionIds()
  const signIn = { filename: 'session.functions.ts', functionName: 'signIn_createServerFn_handler' }
  expect([idOf(signIn), idOf(signIn)]).toEqual(['signIn', 'signIn'])
})

test('two server functions of the same name stop the build', () => {
  const idOf = makeFunctionIds()
  const functionName = 'getShare_createServerFn_handler'
  idOf({ filename: 'a.functions.ts', functionName })
  expect(() => idOf({ filename: 'b.functions.ts', functionName })).toThrow('Two server functions are named getShare')
})
