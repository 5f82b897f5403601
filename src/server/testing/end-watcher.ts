/** Ends the watcher of an embedded server, so that the server outlives its killed app. */
import { execFileSync } from 'node:child_process'

export function endWatcher(server: number): void {
  process.kill(findWatcher(server), 'SIGKILL')
}

/** `server`: the process id of the server. Throws if it has no watcher. */
export function findWatcher(server: number): number {
  const list = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' })
  const line = list.split('\n').find((each) => each.includes(` haulbook-watcher ${server} `))
  if (!line) throw new Error(`No watcher of process ${server}`)
  return parseInt(line)
}
