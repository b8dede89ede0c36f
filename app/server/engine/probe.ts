import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { engineModels } from './protocol.ts'
import type { EngineCapabilities, EngineModel } from './protocol.ts'

const encoders = ['@napi-rs/webcodecs', 'mediabunny']
const pictures = ['@napi-rs/canvas', 'sharp']

/** The optional packages each model cannot do without. Every model needs piscina: it holds the render threads. */
const packagesOf: Record<EngineModel, string[]> = {
  'sketch-image': ['piscina', ...pictures],
  'sketch-video': ['piscina', ...pictures, ...encoders, 'tonal'],
  'sketch-speech': ['piscina', '@echogarden/espeak-ng-emscripten', ...encoders],
  'sketch-music': ['piscina', 'tonal', ...encoders],
  'sketch-text': ['piscina', 'snowball-stemmers'],
}

/** Packages whose npm entry is only a loader: it resolves even where the platform's binary was not installed. */
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
 * Loads a package in a process of its own, for the answer only: a native library that has been loaded once stays in a
 * process's memory for good, and one built for another processor can end it.
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
 * Says which models this machine can run. A quick probe takes milliseconds and believes the package folders; a thorough one
 * also loads the native packages, about 0.3 s.
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
  const [image, video, speech, music, text] = engineModels
  return {
    [image]: missingFor(image),
    [video]: missingFor(video),
    [speech]: missingFor(speech),
    [music]: missingFor(music),
    [text]: missingFor(text),
  }
}
