import type { Plugin } from 'vite'
import { config } from '../../app.config.ts'

/**
 * Writes the values of settings into the browser's code, which would contain all of `app.config.ts` otherwise. It must follow
 * Lingui's macro, which would write them into the messages.
 */
export function inlineSettings(): Plugin {
  return {
    name: 'inline-settings',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/app\/.*\.tsx?(?:\?|$)/.test(id) || !/['"]#config['"]/.test(code)) return undefined
      return code.replaceAll(/(?<!\w|(?<!\.\.)\.|typeof )config((?:\.\w+)+)/g, (whole, path: string) => {
        const { value, rest } = read(path)
        return value === undefined ? whole : `(${JSON.stringify(value)})${rest}`
      })
    },
  }
}

/** Returns the value at a path, and the rest of the path: the properties of that value. */
function read(path: string): { value: unknown; rest: string } {
  let value: unknown = config
  const keys = path.slice(1).split('.')
  while (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const key = keys.shift()
    if (key === undefined) break
    value = Reflect.get(value, key)
  }
  return { value, rest: keys.map((key) => `.${key}`).join('') }
}
