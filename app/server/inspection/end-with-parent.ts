/** A thread that ends its process once the parent is gone: the process's own thread may be blocked by a parser. */
const startedBy = process.ppid
const lookMs = 1_000

setInterval(() => {
  if (process.ppid !== startedBy) process.kill(process.pid, 'SIGKILL')
}, lookMs)
