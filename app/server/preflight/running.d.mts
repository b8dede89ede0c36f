export type Mark = { pid: number; born: string; build: string }
export function buildsOf(root: string): string
export function bornAt(pid: number): string | undefined
export function markRunning(root: string, build: string): void
export function runningServers(root: string): Mark[]
export function removeOldBuilds(root: string): void
export function currentBuild(root: string): string | undefined
export function keepEarlierAssets(root: string, build: string): void
export function switchBuild(root: string, build: string): void
export function withLock<Result>(
  root: string,
  options: { what: string; onWait: (holder: { pid: number; born: string; what: string }) => void },
  action: () => Result,
): Result
