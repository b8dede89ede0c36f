export const messages: {
  node(version: string, oldest: number): string
  folderName(folder: string, characters: readonly string[]): string
  portTaken(port: number): string
  portRights(port: number): string
  portOther(address: string, reason: string): string
  controlCharacter(name: string, shown: string): string
  loneQuote(name: string, shown: string): string
  tilde(name: string, shown: string, meant: string): string
  namedAsWritten(name: string, shown: string, meant: string, folder: string): string
  wholeAddress(shown: string, meant: string): string
  proxy(name: string): string
  unreadableFile(path: string, reason: string): string
  ownedByAnother(folder: string, owner: string, command: string): string
  foreign(path: string, owner: string, user: string): string
  notWritable(folder: string, reason: string): string
  diskFull(folder: string, free: number, needed?: number): string
  memory(available: number, needed: number): string
  ended(step: string, signal: string): string
  failed(step: string, status: number | null): string
  registryUnknown(host: string, code: string): string
  registryUnreachable(host: string, code: string): string
  registrySlow(host: string, code: string): string
  registryRefuses(host: string, code: string, path: string): string
  registryLacks(host: string, path: string): string
  registryCertificate(host: string, code: string): string
  registryChanged(host: string): string
  npmMissing(): string
  npmFolder(code: string, path: string): string
  checkout(folder: string, code: string, owner: string | undefined): string
  registryClock(host: string, code: string, date: string): string
  npmCache(folder: string): string
  runtimeMissing(reason: string): string
  nativeMissing(reason: string): string
  installUnderServer(pids: readonly number[]): string
  waiting(what: string, pid: number): string
}
