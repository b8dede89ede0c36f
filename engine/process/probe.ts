import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { engineModels } from '../protocol/models.ts'
import type { EngineCapabilities } from '../protocol/engine.ts'
import type { EngineModel } from '../protocol/models.ts'

const encoders = ['@napi-rs/webcodecs', 'mediabunny']
const pictures = ['@napi-rs/canvas', 'sharp']

/** The optional packages that each model requires. Every model needs piscina, which runs the render threads. */
const packagesOf: Record<EngineModel, string[]> = {
  'sketch-image': ['piscina', ...pictures],
  'sketch-video': ['piscina', ...pictures, ...encoders, 'tonal'],
  'sketch-speech': ['piscina', '@echogarden/espeak-ng-emscripten', ...encoders],
  'sketch-music': ['piscina', 'tonal', ...encoders],
  'sketch-join': ['piscina', 'sharp', ...encoders],
  'sketch-film': ['piscina', ...pictures, ...encoders, 'tonal', '@echogarden/espeak-ng-emscripten'],
  'sketch-text': ['piscina', 'snowball-stemmers', 'az'],
}

/** Packages whose npm entry is only a loader; it resolves even when the binary of the platform is not installed. */
const nativePackages = ['@napi-rs/canvas', '@napi-rs/webcodecs', 'sharp']

const require = createRequire(import.meta.url)

function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

/**
 * Tries to load a package in a separate process. In this one a native library would stay in memory until the end, and one built for another
 * processor could crash it.
 */
async function loads(name: string): Promise<boolean> {
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', `await import(${JSON.stringify(name)})`], {
      cwd: import.meta.dirname,
      timeout: 10_000,
    })
    return true
  } catch {
    return false
  }
}

/**
 * Returns the models that this machine can run. A quick probe takes milliseconds and trusts the package folders; a thorough one also
 * loads the native packages, about 0.3 s.
 */
export async function probeCapabilities(options: { treatAsMissing: string[]; thorough: boolean }): Promise<EngineCapabilities> {
  const names = [...new Set(Object.values(packagesOf).flat())]
  const checks = names.map(async (name) => {
    const installed = !options.treatAsMissing.includes(name) && isInstalled(name)
    const usable = installed && (!options.thorough || !nativePackages.includes(name) || (await loads(name)))
    return usable ? [] : [name]
  })
  const absent = new Set((await Promise.all(checks)).flat())
  const missingFor = (model: EngineModel) => {
    const missing = packagesOf[model].filter((name) => absent.has(name))
    return missing.length > 0 ? { missing } : null
  }
  const [image, video, speech, music, text, join, film] = engineModels
  return {
    [image]: missingFor(image),
    [video]: missingFor(video),
    [speech]: missingFor(speech),
    [music]: missingFor(music),
    [text]: missingFor(text),
    [join]: missingFor(join),
    [film]: missingFor(film),
  }
}
