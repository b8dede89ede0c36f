import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

// The package's import map finds the folder, from the sources and from the bundled server.
const root = dirname(createRequire(import.meta.url).resolve('#config'))

/** The version of this release, as in `package.json` and `CHANGELOG.md`. */
export const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
