export type System = {
  ownerOf(path: string): number | undefined
  isWritable(path: string): boolean
  filesIn(folder: string): string[]
  nameOf(uid: number): string | undefined
}
export function nodeProblem(version: string): string | undefined
export function folderNameProblem(folder: string): string | undefined
export function addressOf(host: string, port: number): string
export function portProblem(error: Error & { code?: string }, host: string, port: number): string
export function availableMemory(): number
export function installProblem(printed: string, folder: string): string | undefined
export function unusableNpmCache(env: Readonly<Record<string, string | undefined>>): string | undefined
export function checkoutProblem(root: string, folders: readonly string[]): string | undefined
export function memoryProblem(available: number, needed: number): string | undefined
export function isQuiet(process: { env: Readonly<Record<string, string | undefined>>; argv: readonly string[] }): boolean
export function isDiskFull(error: unknown): boolean
export function diskProblem(folder: string, error: unknown, read?: (folder: string) => number): string | undefined
export const newDataBytes: number
export function spaceProblem(folder: string, needed: number, read?: (folder: string) => number): string | undefined
export function freeBytes(folder: string): number
export function ownerProblem(folder: string, options?: { uid?: number; command?: string; system?: System }): string | undefined
export function commandOf(process: { env: Readonly<Record<string, string | undefined>>; argv: readonly string[] }): string
