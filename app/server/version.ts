import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

// The package's import map finds the folder, from the sources and from the bundled server.
const root = dirname(createRequire(import.meta.url).resolve('#config'))

const packageSchema = v.object({
  version: v.string(),
  /** Set after a release, until the next one. */
  unreleased: v.optional(v.boolean(), false),
})
const own = v.parse(packageSchema, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** The version of this release, as in `package.json` and `CHANGELOG.md`; `0.2.0+unreleased` is a build after 0.2.0. */
export const version = own.unreleased ? `${own.version}+unreleased` : own.version
