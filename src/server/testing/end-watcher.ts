/** Ends the watcher of an embedded server, so that the server outlives its killed app. */
import { execFileSync } from 'node:child_process'

export function endWatcher(socketFolder: string): void {
  process.kill(findWatcher(socketFolder), 'SIGKILL')
}

/** `socketFolder`: the server's host. Throws if it has no watcher. */
export function findWatcher(socketFolder: string): number {
  const list = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' })
  const line = list.split('\n').find((each) => each.endsWith(` haulbook-watcher ${socketFolder}`))
  if (!line) throw new Error(`No watcher of ${socketFolder}`)
  return parseInt(line)
}
